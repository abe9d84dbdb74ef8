-------- MODULE LeasesTrace --------
\* OnceOnly in model small of specs.ts
EXTENDS Integers, Sequences, TLC

VARIABLES records, inbox, seen, crashed, step

Trace == <<
  \* 0: Initially
  [ records |-> (0 :> [state |-> "AVAILABLE", owner |-> <<>>, deliveries |-> 0] @@ 1 :> [state |-> "AVAILABLE", owner |-> <<>>, deliveries |-> 0]),
    inbox |-> <<>>,
    seen |-> <<>>,
    crashed |-> {} ],
  \* 1: Acquire(m1, r1)
  [ records |-> (0 :> [state |-> "ACQUIRED", owner |-> <<"m1">>, deliveries |-> 1] @@ 1 :> [state |-> "AVAILABLE", owner |-> <<>>, deliveries |-> 0]),
    inbox |-> <<[member |-> "m1", record |-> 0]>>,
    seen |-> <<>>,
    crashed |-> {} ],
  \* 2: Expire(r1)
  [ records |-> (0 :> [state |-> "AVAILABLE", owner |-> <<>>, deliveries |-> 1] @@ 1 :> [state |-> "AVAILABLE", owner |-> <<>>, deliveries |-> 0]),
    inbox |-> <<[member |-> "m1", record |-> 0]>>,
    seen |-> <<>>,
    crashed |-> {} ]
>>

Init ==
  /\ step = 1
  /\ records = Trace[1].records
  /\ inbox = Trace[1].inbox
  /\ seen = Trace[1].seen
  /\ crashed = Trace[1].crashed

Next ==
  /\ step < 3
  /\ step' = step + 1
  /\ records' = Trace[step + 1].records
  /\ inbox' = Trace[step + 1].inbox
  /\ seen' = Trace[step + 1].seen
  /\ crashed' = Trace[step + 1].crashed
===================================

import { Handle } from './base-handle.ts';
import { BagHandle, SequenceHandle, SetHandle } from './collection-handles.ts';
import { MapHandle, OptionHandle, StructHandle, UnionHandle } from './composite-handles.ts';
import { setWrap } from './lift.ts';
import { BoolHandle, EnumHandle, IdHandle, IndexHandle, IntHandle } from './scalar-handles.ts';
import type { ExprNode } from './tree.ts';

const CLASSES = {
  bool: BoolHandle,
  range: IntHandle,
  enum: EnumHandle,
  ids: IdHandle,
  index: IndexHandle,
  unit: Handle,
  option: OptionHandle,
  struct: StructHandle,
  union: UnionHandle,
  map: MapHandle,
  set: SetHandle,
  sequence: SequenceHandle,
  bag: BagHandle,
};

const classes: Readonly<Record<ExprNode['type']['kind'], new (node: ExprNode) => Handle>> = CLASSES;

setWrap((node) => new classes[node.type.kind](node));

/** The object that an author handles, typed as the caller knows it to be. */
export { wrap } from './lift.ts';

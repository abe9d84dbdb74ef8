import { h } from './preact.js';
import htm from './htm.js';

/** Markup as a tagged template: html`<p class="x">${text}</p>`. */
export const html = htm.bind(h);

// Preact with tagged templates. Whatever stands in ${} becomes a text node or an attribute, never markup.
import { h } from "preact";
import htm from "htm";

export const html = htm.bind(h);

/** As much of a document as pages that are drawn need, without a browser: elements in a tree, which count their changes. */

export class LightNode {
  /** @type {LightNode | null} */
  parentNode = null;
  /** @type {LightNode[]} */
  children = [];
  nodeValue = "";
  scrollTop = 0;
  get firstChild() {
    return this.children[0] ?? null;
  }
  get nextSibling() {
    const all = this.parentNode?.children ?? [];
    return all[all.indexOf(this) + 1] ?? null;
  }
}

export class LightElement extends LightNode {
  /** Every element that was changed since the list was emptied. @type {Set<LightNode>} */
  static changed = new Set();

  /** @param {string} tag */
  constructor(tag) {
    super();
    this.tag = tag;
    /** @type {Record<string, string>} */
    this.attributes = {};
  }
  /** @param {string} name @param {string} value */
  setAttribute(name, value) {
    LightElement.changed.add(this);
    this.attributes[name] = String(value);
  }
  /** @param {string} name */
  removeAttribute(name) {
    LightElement.changed.add(this);
    delete this.attributes[name];
  }
  /** @param {LightNode} node @param {LightNode | null} before */
  insertBefore(node, before) {
    LightElement.changed.add(this);
    node.parentNode = this;
    this.children.splice(before ? this.children.indexOf(before) : this.children.length, 0, node);
  }
  replaceChildren() {
    this.children = [];
  }
  /** @returns {Generator<LightElement>} */
  *all() {
    for (const child of this.children) {
      if (!(child instanceof LightElement)) continue;
      yield child;
      yield* child.all();
    }
  }
  /** @param {string} wanted a tag, or `[name="value"]` */
  querySelector(wanted) {
    const [, name, value] = /^\[(.+)="(.*)"\]$/.exec(wanted) ?? [];
    for (const one of this.all()) if (name ? one.attributes[name] === value : one.tag === wanted) return one;
    return null;
  }
  getBoundingClientRect() {
    return { top: 0, bottom: 0 };
  }
}

/** Have pages drawn into elements of ours. */
export function useLightDom() {
  const document = {
    activeElement: null,
    /** @param {string} _ @param {string} tag */
    createElementNS: (_, tag) => new LightElement(tag),
    /** @param {string} text */
    createTextNode: (text) => Object.assign(new LightNode(), { nodeValue: text }),
  };
  Object.assign(globalThis, { document, Node: LightNode });
}

/** The part of bpmn-moddle we use; the package does not export its types. */
declare module 'bpmn-moddle' {
  export interface Element {
    readonly $type: string
    readonly $attrs?: Readonly<Record<string, unknown>>
    readonly [property: string]: unknown
  }
  export interface Parsed {
    rootElement: Element
    warnings: readonly Error[]
  }
  export class BpmnModdle {
    constructor(packages?: Readonly<Record<string, unknown>>)
    create(type: string, properties?: Readonly<Record<string, unknown>>): Element
    fromXML(xml: string): Promise<Parsed>
    toXML(element: Element, options?: { format?: boolean }): Promise<{ xml: string }>
  }
}

/** A sentence with `{name}` places and what stands in them; several in one place stand side by side. */
export interface Phrase {
  text: string
  values?: Readonly<Record<string, string | number | Phrase | ReadonlyArray<string | Phrase>>>
}
/** What is stored now and read later: the words of people as they are, sentences of the product as phrases, so that everybody reads them in their own language. */
export type Wording = string | Phrase | ReadonlyArray<string | Phrase>

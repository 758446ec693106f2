/** A translatable sentence with `{name}` placeholders and their values; list values are concatenated. */
export interface Phrase {
  text: string
  values?: Readonly<Record<string, string | number | Phrase | ReadonlyArray<string | Phrase>>>
}
/** Text stored for later display: user input as is, product sentences as phrases, so that each reader gets them in their own language. */
export type Wording = string | Phrase | ReadonlyArray<string | Phrase>

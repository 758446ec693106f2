/** What the build says of a page: its program with all that this imports, the program's own file first, and its style sheets. */
export interface PageFiles {
  files: readonly string[]
  styles?: readonly string[]
  /** The page shows what other modules declare: its texts are those of all. */
  isAll?: true
}
/** What the build says of a module, fetched with its first page; written by `scripts/vite-modules.ts`. */
export interface BuiltModule {
  /** By component, without the module's code. */
  pages: Readonly<Record<string, PageFiles>>
  /** `service/controller` of the entities it names. */
  entities: Readonly<Record<string, string>>
  texts: Readonly<Record<'en' | 'zh-tw', string>>
}

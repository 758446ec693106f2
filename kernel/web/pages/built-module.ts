/** Build output of one page: its chunk and all imported chunks, the page's own first, and its style sheets. */
export interface PageFiles {
  files: readonly string[]
  styles?: readonly string[]
  /** The page shows labels of other modules, so it needs the texts of all modules. */
  isAll?: true
}
/** Build manifest of a module, fetched with its first page; written by `scripts/vite-modules.ts`. */
export interface BuiltModule {
  /** By component, available without loading the module's code. */
  pages: Readonly<Record<string, PageFiles>>
  /** `service/controller` of the entities the module refers to. */
  entities: Readonly<Record<string, string>>
  texts: Readonly<Record<'en' | 'zh-tw', string>>
}

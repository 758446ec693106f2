/** Made by the build from every module's declaration and texts. */
declare module 'virtual:qinglan/services' {
  /** Module code → service part of its address, where it is another. */
  const services: Readonly<Record<string, string>>
  export default services
}
declare module 'virtual:qinglan/entities' {
  /** Entity name → `service/controller`. */
  const paths: Readonly<Record<string, string>>
  export default paths
}
declare module 'virtual:qinglan/locale/en' {
  const texts: Record<string, string>
  export default texts
}
declare module 'virtual:qinglan/locale/zh-tw' {
  const texts: Record<string, string>
  export default texts
}
declare module 'virtual:qinglan/modules' {
  /** The build's own files, or the sources while somebody develops. */
  export { findPage, findRoutes, openKernel } from '#web/app/built.ts'
}
declare module 'virtual:qinglan/pages' {
  /** Every module's pages that no menu names. */
  const pages: readonly import('#model').PageRoute[]
  export default pages
}

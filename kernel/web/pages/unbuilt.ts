import entities from 'virtual:qinglan/entities'
import pages from 'virtual:qinglan/pages'
import type { PageRoute } from '#model/module.ts'
import { byComponent } from '#web/base/module-files.ts'
import { openPacks, type Packs } from '#web/i18n/packs.ts'
import { addAddresses } from '#web/values/address.ts'
import type { PageFile } from './pages.ts'

/** Development counterpart of `built.ts`: reads pages from the sources under `vite`. */
const FILES = byComponent(import.meta.glob<PageFile>('/modules/*/{web,*/web}/*Page.tsx'))
const TEXTS: Packs = {
  en: () => import('virtual:qinglan/locale/en').then(file => file.default),
  'zh-tw': () => import('virtual:qinglan/locale/zh-tw').then(file => file.default),
}
addAddresses(entities)

export const findRoutes = async (): Promise<readonly PageRoute[]> => pages
export const openKernel = (): Promise<void> => openPacks(TEXTS)
export const findPage = async (component: string): Promise<PageFile | undefined> => FILES.get(component)?.()

import { useEffect } from 'react'
import { t } from '#web/i18n/index.ts'

/** Title of the browser's tab: what is open, then the platform's name. */
export const documentTitle = (title: string, globalTitle?: string): string => `${title} - ${globalTitle || t('智慧校园综合服务平台')}`
/** Gives the browser's tab its title as soon as there is one. */
export function useDocumentTitle(title: string | undefined, globalTitle: string | undefined): void {
  useEffect(() => {
    if (title) document.title = documentTitle(title, globalTitle)
  }, [title, globalTitle])
}

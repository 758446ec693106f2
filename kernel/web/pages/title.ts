import { useEffect } from 'react'
import { t } from '#web/i18n/index.ts'

/** Title of the browser tab: the open page, then the platform's name. */
export const documentTitle = (title: string, globalTitle?: string): string => `${title} - ${globalTitle || t('智慧校园综合服务平台')}`
/** Sets the title of the browser tab once it is known. */
export function useDocumentTitle(title: string | undefined, globalTitle: string | undefined): void {
  useEffect(() => {
    if (title) document.title = documentTitle(title, globalTitle)
  }, [title, globalTitle])
}

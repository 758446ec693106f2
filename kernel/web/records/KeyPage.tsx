import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { Empty } from '#web/feedback/Empty.tsx'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import style from './key-page.module.css'

/** What the link says: the input of the actions that it opens. */
export interface KeyLink {
  key: string
  tenantId: string | null
}
/** A page that whoever has the link opens without an account. */
export function KeyPage({ title, children }: { title: string; children: (link: KeyLink) => ReactNode }) {
  const [params] = useSearchParams()
  const [key, tenantId] = [params.get('key'), params.get('tenantId')]
  return (
    <main className={style.page}>
      {key ? (
        children({ key, tenantId })
      ) : (
        <Page title={title} width="form">
          <Empty title={t('链接不完整')} />
        </Page>
      )}
    </main>
  )
}

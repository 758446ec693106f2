import type { ReactNode } from 'react'
import { Page } from '#web/layout/Page.tsx'
import style from './realm-page.module.css'

/** A page of the welcome realm, made for the phone; its arrow leads to the realm's home page. */
export const RealmPage = ({ title, help, children }: { title: string; help?: string; children: ReactNode }) => (
  <main className={style.realm}>
    <Page title={title} {...(help ? { help } : {})} width="form" back="/welcome/index">
      {children}
    </Page>
  </main>
)

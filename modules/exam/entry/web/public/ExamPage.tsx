import type { ReactNode } from 'react'
import { Page } from '#web/layout/Page.tsx'
import style from './exam-page.module.css'

/** A page of the exam realm, made for the phone; its arrow leads to the realm's home page. */
export const ExamPage = ({ title, help, children }: { title: string; help?: string; children: ReactNode }) => (
  <main className={style.realm}>
    <Page title={title} {...(help ? { help } : {})} width="form" back="/dzks/exame/index">
      {children}
    </Page>
  </main>
)

import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { Reader } from './reader/Reader.tsx'

/** 我的 → 学校公告: what the website says to students and staff. */
export default function MyContentPage() {
  return (
    <Page title={t('学校公告')} width="form">
      <Reader />
    </Page>
  )
}
export const about: PageFile['about'] = () => ({
  use: t('学校网站上给你看的公告，包括只给在校学生或教职工看的。'),
  who: t('所有登录的人。'),
  first: t('点标题看全文和附件。'),
})

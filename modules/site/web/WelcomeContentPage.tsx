import { RealmPage } from '#modules/admission/roll/web/public/RealmPage.tsx'
import { t } from '#web/i18n/index.ts'
import { Stack } from '#web/layout/Layout.tsx'
import { wantedTenant } from '#web/session/appInfo.ts'
import { Reader } from './reader/Reader.tsx'

/** 迎新 → 学校公告: what new students are told, and the way to guide, questions, charges and overview. */
export default function WelcomeContentPage() {
  const tenantId = wantedTenant()
  return (
    <RealmPage title={t('学校公告')}>
      <Stack>
        <a href={`/site/welcome${tenantId ? `?tenantId=${encodeURIComponent(tenantId)}` : ''}`}>{t('报到指南、常见问题、收费标准和学校概况')}</a>
        <Reader />
      </Stack>
    </RealmPage>
  )
}

import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import type { Realm } from '#web/credentials/realm.ts'
import { failureText } from '#web/http/failure.ts'
import { t } from '#web/i18n/index.ts'
import { PageTitle } from '#web/layout/Page.tsx'
import style from '#web/login/login.module.css'
import { Paper } from '#web/login/Paper.tsx'
import { Refused } from '#web/login/Refused.tsx'
import { appInfoQuery } from '#web/session/appInfo.ts'
import { leaveFor } from '#web/session/sso.ts'

/** Callback without a code: declined or failed at the provider. Its error text is not shown, because anybody can craft that URL. */
export function Declined({ realm, source, wanted, tenantId }: { realm: Realm; source: string; wanted: string | null; tenantId: string }) {
  const info = useQuery(appInfoQuery(realm)).data
  const [refused, setRefused] = useState<string>()
  const again = () => {
    setRefused(undefined)
    leaveFor(source, realm, tenantId, wanted).catch(error => setRefused(failureText(error)))
  }
  return (
    <Paper info={info}>
      <PageTitle>{t('没有登录')}</PageTitle>
      <p className={style.sub}>{t('学校的登录系统没有确认这次登录，可能是你取消了，或者等得太久')}</p>
      <Refused text={refused} />
      <div className={style.form}>
        <Button type="primary" size="large" block onClick={again}>
          {t('再试一次')}
        </Button>
        <Button size="large" block href={`${realm.area}/login`}>
          {t('返回登录页')}
        </Button>
      </div>
    </Paper>
  )
}

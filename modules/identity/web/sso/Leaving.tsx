import { useQuery } from '@tanstack/react-query'
import { Button, Spin } from 'antd'
import { useEffect, useRef, useState } from 'react'
import type { Realm } from '#web/credentials/realm.ts'
import { failureText } from '#web/http/failure.ts'
import { t } from '#web/i18n/index.ts'
import { PageTitle } from '#web/layout/Page.tsx'
import style from '#web/login/login.module.css'
import { Paper } from '#web/login/Paper.tsx'
import { Refused } from '#web/login/Refused.tsx'
import { appInfoQuery } from '#web/session/appInfo.ts'
import { leaveFor } from '#web/session/sso.ts'

interface Props {
  source: string
  realm: Realm
  tenantId: string
  wanted: string | null
}
/** Redirecting to the other system. */
export function Leaving({ source, realm, tenantId, wanted }: Props) {
  const info = useQuery(appInfoQuery(realm)).data
  const [refused, setRefused] = useState<string>()
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    leaveFor(source, realm, tenantId, wanted).catch(error => setRefused(failureText(error)))
  }, [source, realm, tenantId, wanted])
  return (
    <Paper info={info}>
      <PageTitle>{t('正在前往学校的登录页')}</PageTitle>
      <Refused text={refused} />
      {refused ? (
        <Button type="primary" size="large" block href={`${realm.area}/login`}>
          {t('返回登录页')}
        </Button>
      ) : (
        <p className={style.sub} role="status">
          <Spin size="small" /> {t('请稍候')}
        </p>
      )}
    </Paper>
  )
}

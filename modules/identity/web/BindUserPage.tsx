import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { realmNamed } from '#web/credentials/realm.ts'
import type { TokenAnswer } from '#web/credentials/token.ts'
import { flat } from '#web/http/client.ts'
import { t } from '#web/i18n/index.ts'
import { PageTitle } from '#web/layout/Page.tsx'
import style from '#web/login/login.module.css'
import MobileForm from '#web/login/MobileForm.tsx'
import { Paper } from '#web/login/Paper.tsx'
import { useEntry } from '#web/login/useEntry.tsx'
import { WayTabs } from '#web/login/WayTabs.tsx'
import { useDocumentTitle } from '#web/pages/title.ts'
import { appInfoQuery, wantedTenant } from '#web/session/appInfo.ts'
import { loginWaysQuery, waysOf } from '#web/session/loginWays.ts'
import type { CaptchaGiven } from '#web/session/sign.ts'
import { BindByPassword } from './sso/BindByPassword.tsx'

/** `/bindingusertoautologin`: the external identity has no account yet; the user proves one and binds it. */
export default function BindUserPage() {
  const [query] = useSearchParams()
  const [came] = useState(() => ({ ticket: query.get('ticket') ?? '', wanted: query.get('redirect'), realm: realmNamed(query.get('realm')) }))
  const { ticket, wanted, realm } = came
  const tenantId = wantedTenant()
  const info = useQuery(appInfoQuery(realm)).data
  const ways = waysOf(useQuery(loginWaysQuery(realm, tenantId)).data).ways.filter(way => way !== 'scan')
  const [way, choose] = useState<'account' | 'mobile'>('account')
  const bind = async (fields: Readonly<Record<string, string>>, _realm = realm, captcha?: CaptchaGiven): Promise<TokenAnswer> => {
    const { username = '', password = '', type = 'account' } = fields
    const headers = { 'Tenant-Id': tenantId, 'Web-Type': String(realm.appType), ...(captcha ? { 'Captcha-Key': captcha.key, 'Captcha-Code': captcha.code } : {}) }
    return (await flat('auth/openApi/bindUser', { bindTicket: ticket, tenantId, username, password, type }, headers)) as unknown as TokenAnswer
  }
  const entry = useEntry(realm, wanted, undefined, bind)
  useDocumentTitle(t('绑定账号'), info?.globalTitle)
  return (
    <Paper info={info}>
      {entry.step ? (
        <>
          <PageTitle>{entry.step.title}</PageTitle>
          {entry.step.body}
        </>
      ) : (
        <>
          <PageTitle>{t('绑定账号')}</PageTitle>
          <p className={style.sub}>{t('第一次从学校的登录系统进来，请验证一次你的平台账号，以后不用再验证')}</p>
          {ways.length > 1 && (
            <WayTabs
              id="bind"
              now={way}
              onChoose={choose}
              ways={[
                { code: 'account', text: t('用密码') },
                { code: 'mobile', text: t('用手机号') },
              ]}
            />
          )}
          <div {...(ways.length > 1 ? { role: 'tabpanel', id: 'bind-panel', 'aria-labelledby': `bind-${way}` } : {})}>
            {way === 'account' ? (
              <BindByPassword realm={realm} attempt={entry.attempt} bind={bind} />
            ) : (
              <MobileForm realm={realm} tenantId={tenantId} attempt={entry.attempt} ask={bind} verb={t('绑定并登录')} />
            )}
          </div>
        </>
      )}
    </Paper>
  )
}

import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import { realmOf } from '#web/credentials/realm.ts'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { Fields } from '#web/forms/Fields.tsx'
import { useAct } from '#web/forms/useAct.ts'
import { useFields } from '#web/forms/useFields.ts'
import { failureText, isRefusal } from '#web/http/failure.ts'
import { t } from '#web/i18n/index.ts'
import { Stack } from '#web/layout/Layout.tsx'
import { PageTitle } from '#web/layout/Page.tsx'
import style from '#web/login/login.module.css'
import { MobileCodeFields, useMobileCode } from '#web/login/MobileCode.tsx'
import { Paper } from '#web/login/Paper.tsx'
import { PrivacyLink } from '#web/login/RealmLinks.tsx'
import { registrationTicket } from '#web/login/registrationTicket.ts'
import { useRead } from '#web/records/useRead.ts'
import { appInfoQuery, wantedTenant } from '#web/session/appInfo.ts'
import { claimAlumnus, claimStanding } from '../model/claim-actions.ts'

const realm = realmOf('/login')
/** 校友认领: an alumnus without an account says who they are and proves a phone. The answer is the same whoever exists. */
export default function ClaimPage() {
  const info = useQuery(appInfoQuery(realm)).data
  const tenantId = info?.tenantId ?? wantedTenant()
  const read = useRead(claimStanding, { tenantId })
  const [isSent, setSent] = useState(false)
  return (
    <Paper info={info} small={<PrivacyLink tenantId={tenantId} />}>
      <PageTitle>{t('校友认领')}</PageTitle>
      {isSent ? (
        <Stack>
          <p role="status">{t('已收到。')}</p>
          <p>{t('核对上的，几分钟内会收到短信，之后用这个手机号收验证码登录。核对不上的，由校友工作办公室人工核对，结果也用短信告诉你。')}</p>
        </Stack>
      ) : (
        <Loaded of={read} lines={6}>
          {({ isOpen }) => (isOpen ? <Claim tenantId={tenantId} onSent={() => setSent(true)} /> : <p>{t('现在不开放校友认领，请联系校友工作办公室')}</p>)}
        </Loaded>
      )}
      <p className={style.tip}>
        <Link to={realm.login}>{t('返回登录')}</Link>
      </p>
    </Paper>
  )
}
function Claim({ tenantId, onSent }: { tenantId: string; onSent: () => void }) {
  const form = useFields(claimAlumnus.input, ['name', 'enrolYear', 'leaveYear', 'majorName', 'className', 'firstMate', 'secondMate', 'idTail', 'note', 'contactConsent'])
  const phone = useMobileCode({ realm, tenantId, scene: 'verify', ticket: () => registrationTicket(tenantId) })
  const act = useAct(claimAlumnus, { done: false, onDone: onSent })
  const refused = (error: unknown) => {
    const field = isRefusal(error) ? error.errors[0]?.field : undefined
    if (field === 'code' || field === 'mobile') phone.setFaults({ [field]: failureText(error) })
    else form.refuse(error)
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    const wrong = phone.check()
    phone.setFaults(wrong)
    const proved = { tenantId, mobile: phone.mobile.trim(), code: phone.code.trim() }
    const checked = form.check({ ...form.values, ...proved })
    if (checked && !wrong.mobile && !wrong.code && !act.isPending) act.mutate(checked, { onError: refused })
  }
  return (
    <form onSubmit={send} noValidate>
      <Stack>
        <p className={style.sub}>{t('毕业较早、没有账号的校友在这里登记。在校生和有账号的校友请直接登录。')}</p>
        {form.refusal ? <Refused what={t('没有提交')} error={form.refusal} /> : null}
        <Fields form={form} disabled={act.isPending} />
        <div className={style.form}>
          <MobileCodeFields of={phone} />
          <Button type="primary" htmlType="submit" size="large" block loading={act.isPending} className={style.go ?? ''}>
            {t('提交认领')}
          </Button>
        </div>
      </Stack>
    </form>
  )
}

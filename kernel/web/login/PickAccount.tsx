import { Button } from 'antd'
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { failureText } from '#web/http/failure.ts'
import { t } from '#web/i18n/index.ts'
import type { AccountChoice } from '#web/session/sign.ts'
import style from './login.module.css'
import { Refused } from './Refused.tsx'
import ways from './ways.module.css'

/** Account choice, if several share a mobile number. */
export function PickAccount({ accounts, onPick, onBack }: { accounts: readonly AccountChoice[]; onPick: (ticket: string) => Promise<void>; onBack: () => void }) {
  const [busy, setBusy] = useState<string>()
  const [refused, setRefused] = useState<string>()
  const pick = (ticket: string) => {
    if (busy) return
    setBusy(ticket)
    setRefused(undefined)
    onPick(ticket)
      .catch(error => setRefused(failureText(error)))
      .finally(() => setBusy(undefined))
  }
  return (
    <section className={style.form} aria-label={t('选择账号')}>
      <p className={style.note}>{t('这个手机号对应 {{n}} 个账号，选择要登录的一个', { n: accounts.length })}</p>
      <ul className={ways.choices}>
        {accounts.map(account => (
          <li key={account.ticket}>
            <button type="button" aria-busy={busy === account.ticket} disabled={busy !== undefined} onClick={() => pick(account.ticket)}>
              <b>{account.nickName}</b>
              <span>{account.accountNo}</span>
              <ChevronRight size={16} strokeWidth={1.75} aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
      <Refused text={refused} />
      <Button type="link" onClick={onBack} className={style.back ?? ''}>
        {t('返回')}
      </Button>
    </section>
  )
}

import { FileCheck } from 'lucide-react'
import { leave } from '#web/credentials/leave.ts'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { formatDatetime } from '#web/values/format.ts'
import { myConsents, withdrawConsent } from '../../model/credentials-consent.ts'
import style from '../credentials.module.css'

export const title = '隐私同意'
export const order = 80

/** The user's consents; withdrawing one ends all sessions. */
export default function ConsentPanel() {
  const read = useRead(myConsents, {})
  const { data } = read
  if (!data) return <Loading of={read} lines={2} />
  if (!data.length) return <Empty title={t('学校没有要求同意隐私政策')} />
  return (
    <ul className={style.lines}>
      {data.map(consent => (
        <li key={`${consent.noticeVersion}${consent.at}`}>
          <FileCheck size={20} />
          <div>
            <b>{t('隐私政策 {{version}}', { version: consent.noticeVersion })}</b>
            <small>
              {consent.withdrawnAt
                ? t('{{at}} 同意，{{withdrawn}} 撤回', { at: formatDatetime(consent.at), withdrawn: formatDatetime(consent.withdrawnAt) })
                : t('{{at}} 同意', { at: formatDatetime(consent.at) })}
            </small>
          </div>
          {consent.isCurrent ? (
            <ActionButton
              of={withdrawConsent}
              input={{}}
              danger
              done={false}
              confirm={t('撤回后，所有设备都会退出登录；再次登录时要重新同意才能使用。')}
              onDone={() => leave({ why: t('你已撤回隐私同意') })}
            >
              {t('撤回同意')}
            </ActionButton>
          ) : null}
        </li>
      ))}
    </ul>
  )
}

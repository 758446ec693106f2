import type { MineOf } from '#modules/workflow/applications/web/public/ApplyPage.tsx'
import { MyApplication } from '#modules/workflow/applications/web/public/MyApplication.tsx'
import { MyApplicationsPage } from '#modules/workflow/applications/web/public/MyApplicationsPage.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import { formatMoney } from '#web/values/format.ts'
import { awardApplied, giveProof } from '../model/application.ts'
import { awardStates } from '../model/application-row.ts'
import style from './award.module.css'

const OFFERS = '/award/offers'
/** 我的申报: each with its progress, and after a refusal with what was missing. */
export default function MinePage() {
  return (
    <MyApplicationsPage
      of={awardApplied}
      title={t('我的评奖申报')}
      apply={{ path: OFFERS, label: t('评奖申报') }}
      onlyStudents={t('当前账号不是学生，不能申报奖项')}
      nothing={t('还没有申报过奖项')}
    >
      {(row, at) => (
        <MyApplication
          of={awardApplied}
          row={row}
          at={at}
          label={row.itemName}
          title={row.itemName}
          states={awardStates}
          apply="/award/apply"
          acts={
            row.can.includes('proof') ? <FormButton of={giveProof} type="primary" input={{ id: row.id }} changes={['awardApplication', 'todo']} done={t('证明材料已补交')} /> : null
          }
          cancel={{ label: t('放弃'), note: t('放弃后名额退回学院，不能再恢复。') }}
        >
          <Details of={row} />
        </MyApplication>
      )}
    </MyApplicationsPage>
  )
}
function Details({ of: row }: { of: MineOf<typeof awardApplied> }) {
  const parts = [row.batchName, row.recipient, row.level, row.amount ? formatMoney(row.amount) : '', row.rankInCollege ? t('学院排名第 {{n}}', { n: row.rankInCollege }) : '']
  const isOver = ['rejected', 'withdrawn', 'cancelled', 'revoked'].includes(row.state)
  return (
    <>
      <p>{parts.filter(Boolean).join(' · ')}</p>
      {isOver ? null : (
        <ol className={style.steps} aria-label={t('进程')}>
          {row.steps.map(
            s =>
              s && (
                <li key={s.name} data-done={s.isDone}>
                  {s.isDone ? '✓ ' : ''}
                  {t(s.name)}
                </li>
              ),
          )}
        </ol>
      )}
      {row.missing.length ? (
        <>
          <b>{t('差在哪里')}</b>
          <ul>
            {row.missing.map(m => (
              <li key={m}>{m}</li>
            ))}
          </ul>
        </>
      ) : null}
    </>
  )
}

import { Card, FactList, Part } from '#modules/workflow/cases/web/public/approval-card/Card.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { MISSING } from '#web/values/format.ts'
import { agreeChange, infoApplication } from '../../model/application.ts'
import style from '../information.module.css'

/** What somebody needs who decides: both values side by side, and what stands now where it is neither. */
export default function InfoChangeCase({ bizId }: { bizId: string; caseId: string; isApprover: boolean }) {
  const read = useRead(infoApplication.card, { id: bizId })
  return (
    <Card read={read}>
      {card => (
        <Part label={t('变更内容')}>
          <PlainTable
            label={t('变更内容')}
            rows={card.changes}
            keyOf={c => c.field}
            columns={[
              [t('项目'), c => t(c.label)],
              [t('申请时'), c => c.old ?? MISSING],
              ...(card.isMoved
                ? [[t('现在'), (c: (typeof card.changes)[number]) => (c.isMoved ? <b className={style.moved}>{c.now ?? MISSING}</b> : (c.now ?? MISSING))] as const]
                : []),
              [t('改为'), c => <b>{c.new ?? MISSING}</b>],
            ]}
          />
          {card.warnings.map(w => (
            <p key={w} role="note" className={style.warning}>
              {w}
            </p>
          ))}
          {card.isMoved ? (
            <div role="alert" className={style.warning}>
              <p>{t('申请后学生的信息又有变动。以现在的为准，请驳回；仍按申请修改，请先确认再同意。')}</p>
              {card.mayAgree ? (
                <ActionButton of={agreeChange} input={{ id: bizId, version: card.version }} changes={['infoChange']} done={t('已确认，可以同意')}>
                  {t('仍按申请修改')}
                </ActionButton>
              ) : null}
            </div>
          ) : null}
          <FactList facts={[[t('说明'), card.reason]]} />
        </Part>
      )}
    </Card>
  )
}

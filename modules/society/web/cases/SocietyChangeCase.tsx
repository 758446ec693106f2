import { Card, FactList, Part } from '#modules/workflow/cases/web/public/approval-card/Card.tsx'
import { FileLinks } from '#web/files/FileLinks.tsx'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { formatDatetime } from '#web/values/format.ts'
import { CHANGE_KINDS } from '../../model/change.ts'
import { changeApplication } from '../../model/change-application.ts'

/** What somebody needs who decides: what it was and becomes, on which minutes, and whether the new head agrees. */
export default function SocietyChangeCase({ bizId }: { bizId: string; caseId: string; isApprover: boolean }) {
  const read = useRead(changeApplication.card, { id: bizId })
  const links = (ids: ReadonlyArray<string | null> | null, label: string) => (ids?.length ? <FileLinks key={label} ids={ids.flatMap(f => f ?? [])} label={label} /> : null)
  return (
    <Card read={read}>
      {card => (
        <Part label={t(CHANGE_KINDS[card.kind])}>
          <FactList
            facts={[
              [t('社团'), card.society],
              [t('变更前'), card.before],
              [t('变更后'), card.after],
              [t('原因'), card.reason],
              [t('新负责人同意'), card.kind === 'head' ? (card.agreedAt ? formatDatetime(card.agreedAt) : t('还没有')) : null],
              [t('约定生效时间'), card.effectiveAt ? formatDatetime(card.effectiveAt) : null],
              [t('会议纪要'), links(card.minutes, t('会议纪要'))],
              [t('新章程'), links(card.charter, t('新章程'))],
            ]}
          />
        </Part>
      )}
    </Card>
  )
}

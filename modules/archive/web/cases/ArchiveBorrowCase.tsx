import { Card, FactList, Part } from '#modules/workflow/cases/web/public/approval-card/Card.tsx'
import { FileLinks } from '#web/files/FileLinks.tsx'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { formatDate } from '#web/values/format.ts'
import { borrowCard } from '../../model/archive-borrow.ts'

/** Who reads whose file, what for, and until when. */
export default function ArchiveBorrowCase({ bizId }: { bizId: string; caseId: string; isApprover: boolean }) {
  const read = useRead(borrowCard, { id: bizId })
  return (
    <Card read={read}>
      {card => (
        <Part label={t('借阅')}>
          <FactList
            facts={[
              [t('学生'), card.student],
              [t('档案号'), card.archiveNo],
              [t('借阅单位'), card.unit],
              [t('借阅人'), card.person],
              [t('用途'), card.purpose],
              [t('在档案室查阅'), card.onSite ? t('是') : t('否')],
              [t('归还日期'), formatDate(card.dueOn)],
              [t('介绍信'), <FileLinks key="letter" ids={card.letter.flatMap(f => f ?? [])} label={t('介绍信')} />],
            ]}
          />
        </Part>
      )}
    </Card>
  )
}

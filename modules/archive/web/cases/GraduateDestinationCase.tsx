import { Card, FactList, Part } from '#modules/workflow/cases/web/public/approval-card/Card.tsx'
import { FileLinks } from '#web/files/FileLinks.tsx'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { dictLabel, useDict } from '#web/values/useDict.ts'
import { destinationApplication } from '../../model/application.ts'
import { destinationKind } from '../../model/dictionaries.ts'

/** What somebody needs who verifies: where the graduate and the file go, and where the file would go now. */
export default function GraduateDestinationCase({ bizId }: { bizId: string; caseId: string; isApprover: boolean }) {
  const read = useRead(destinationApplication.card, { id: bizId })
  const kinds = useDict(destinationKind)
  return (
    <Card read={read}>
      {card => (
        <Part label={t('毕业去向')}>
          <FactList
            facts={[
              [t('毕业年份'), String(card.gradYear)],
              [t('去向类别'), dictLabel(kinds, card.kind)],
              [t('单位名称'), card.unitName],
              [t('统一社会信用代码'), card.unitCreditCode],
              [t('档案接收单位'), card.archiveRecipient],
              [t('档案寄送地址'), card.archiveAddress],
              [t('接收单位联系人和电话'), card.contact],
              [t('原档案接收单位'), card.before],
              [t('调档函或就业协议'), card.files?.length ? <FileLinks key="files" ids={card.files.flatMap(f => f ?? [])} label={t('调档函或就业协议')} /> : null],
            ]}
          />
        </Part>
      )}
    </Card>
  )
}

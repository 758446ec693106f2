import { Card, FactList, Part } from '#modules/workflow/cases/web/public/approval-card/Card.tsx'
import { DownloadButton } from '#web/forms/DownloadButton.tsx'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { previewRun, runCard } from '../../model/actions.ts'

/** What the leader looks at: five letters as they will be printed. Whoever decides may open them without listing letters. */
export default function LetterRunCase({ bizId }: { bizId: string; caseId: string; isApprover: boolean }) {
  const read = useRead(runCard, { id: bizId })
  return (
    <Card read={read}>
      {card => (
        <Part
          label={t('生成通知书')}
          note={
            <DownloadButton of={previewRun} input={{ id: bizId }}>
              {t('查看样张')}
            </DownloadButton>
          }
        >
          <FactList
            facts={[
              [t('年份'), card.year],
              [t('模板'), card.templateName],
              [t('模板版次'), card.edition],
              [t('份数'), card.count],
            ]}
          />
        </Part>
      )}
    </Card>
  )
}

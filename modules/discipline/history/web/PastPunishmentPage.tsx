import { Link } from 'react-router'
import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { pastPunishment } from '../model/past-punishment.ts'

export const about: PageFile['about'] = () => ({
  use: t('导入系统使用以前作出的处分，导入后在“处分办理”里按正常处分解除和统计。'),
  who: t('学工处。'),
  first: t('下载模板，一行一份处分；以处分文号为准，重复导入不会重复。'),
})
/** 违纪处分 → 历史处分: punishments decided before the school kept its cases here. */
export default function PastPunishmentPage() {
  return (
    <EntityTable<typeof pastPunishment>
      of={pastPunishment}
      title={t('历史处分')}
      columns={[
        { key: 'documentNo', width: 190, align: 'left' },
        { key: 'studentNo', width: 130 },
        { key: 'studentId', width: 110, align: 'left' },
        { key: 'title', width: 180, align: 'left' },
        { key: 'category', width: 130 },
        { key: 'level', width: 110 },
        { key: 'decidedOn', width: 120 },
        { key: 'servedOn', width: 120 },
        { key: 'liftedOn', width: 120 },
        ...(['occurredOn', 'ruleId', 'periodMonths', 'liftDocumentNo', 'facts', 'levelReason'] as const).map(key => ({ key, hidden: true })),
      ]}
      filters={['studentId', 'category', 'decidedOn']}
      facts={['title', 'decidedOn', 'liftedOn']}
      rowActions={row => [
        row.punishmentId ? (
          <Link key="open" to={`/discipline/punishments?id=${row.punishmentId}`}>
            {t('办理')}
          </Link>
        ) : null,
      ]}
    />
  )
}

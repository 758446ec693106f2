import { MyApplication } from '#modules/workflow/applications/web/public/MyApplication.tsx'
import { MyApplicationsPage } from '#modules/workflow/applications/web/public/MyApplicationsPage.tsx'
import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { formatDate } from '#web/values/format.ts'
import { dictLabel, useDict } from '#web/values/useDict.ts'
import { destinationApplication } from '../model/application.ts'
import { destinationKind } from '../model/dictionaries.ts'
import { destinationStates } from '../model/graduate-destination.ts'

const APPLY = '/archive/destinations/apply'
/** 我的毕业去向: the versions, and which of them counts. */
export default function MyDestinationPage() {
  const kinds = useDict(destinationKind)
  return (
    <MyApplicationsPage
      of={destinationApplication}
      title={t('我的毕业去向')}
      apply={{ path: APPLY, label: t('登记毕业去向') }}
      onlyStudents={t('当前账号不是学生，没有毕业去向')}
      nothing={t('还没有登记过毕业去向')}
    >
      {(row, at) => (
        <MyApplication of={destinationApplication} row={row} at={at} label={row.archiveRecipient} title={row.archiveRecipient} states={destinationStates} apply={APPLY}>
          <p>{[dictLabel(kinds, row.kind), row.unitName].filter(Boolean).join(' · ')}</p>
          <p>{[row.archiveAddress, row.contact].filter(Boolean).join('　')}</p>
          <p className="ql-quiet">{row.isCurrent ? t('以这一版为准，{{date}} 登记', { date: formatDate(row.asOf) }) : formatDate(row.asOf)}</p>
        </MyApplication>
      )}
    </MyApplicationsPage>
  )
}
export const about: PageFile['about'] = () => ({
  use: t('你登记过的毕业去向，以最后核实的为准。'),
  who: t('辅导员和学院核实。'),
  first: t('去向变了，再登记一次。'),
})

import { MyApplication } from '#modules/workflow/applications/web/public/MyApplication.tsx'
import { MyApplicationsPage } from '#modules/workflow/applications/web/public/MyApplicationsPage.tsx'
import { t } from '#web/i18n/index.ts'
import { formatDate } from '#web/values/format.ts'
import { declaration } from '../model/application.ts'
import { DECLARABLE, declarationStates } from '../model/declaration.ts'

const APPLY = '/evidence/declare'
/** 我的申报: one's own declarations, with their progress. */
export default function MinePage() {
  return (
    <MyApplicationsPage
      of={declaration}
      title={t('我的申报')}
      apply={{ path: APPLY, label: t('申报成果') }}
      onlyStudents={t('当前账号不是学生，没有自己的申报')}
      nothing={t('还没有申报过')}
    >
      {(row, at) => (
        <MyApplication of={declaration} row={row} at={at} label={row.title} title={row.title} states={declarationStates} apply={APPLY}>
          <p>
            {t(DECLARABLE[row.kind])} · {formatDate(row.occurredOn)}
          </p>
        </MyApplication>
      )}
    </MyApplicationsPage>
  )
}

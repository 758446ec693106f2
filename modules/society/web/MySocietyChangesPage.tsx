import { MyApplication } from '#modules/workflow/applications/web/public/MyApplication.tsx'
import { MyApplicationsPage } from '#modules/workflow/applications/web/public/MyApplicationsPage.tsx'
import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { formatDatetime } from '#web/values/format.ts'
import { CHANGE_KINDS, changeStates } from '../model/change.ts'
import { changeApplication } from '../model/change-application.ts'

const APPLY = '/society/change'
/** 我的社团变更 */
export default function MySocietyChangesPage() {
  return (
    <MyApplicationsPage
      of={changeApplication}
      title={t('我的社团变更')}
      apply={{ path: APPLY, label: t('申请社团变更') }}
      onlyStudents={t('当前账号不是学生，没有自己的社团变更')}
      nothing={t('没有申请过社团变更')}
    >
      {(row, at) => (
        <MyApplication
          of={changeApplication}
          row={row}
          at={at}
          label={t(CHANGE_KINDS[row.kind])}
          title={[row.society, t(CHANGE_KINDS[row.kind])].join(' · ')}
          states={changeStates}
          apply={APPLY}
        >
          <p>{[row.before, row.after].filter(Boolean).join(' → ')}</p>
          {row.kind === 'head' ? (
            <p className="ql-quiet">
              {[row.agreedAt ? t('新负责人已同意') : t('等新负责人同意'), row.effectiveAt ? t('{{at}} 生效', { at: formatDatetime(row.effectiveAt) }) : null]
                .filter(Boolean)
                .join(' · ')}
            </p>
          ) : null}
        </MyApplication>
      )}
    </MyApplicationsPage>
  )
}
export const about: PageFile['about'] = () => ({
  use: t('你为自己负责的社团申请的变更：审批到哪一步、什么时候生效。'),
  who: t('只有你自己和负责审批的人看得到。'),
  first: t('点“申请社团变更”；换届的，请新负责人在“我的社团”里同意。'),
})

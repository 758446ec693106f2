import { MyApplication } from '#modules/workflow/applications/web/public/MyApplication.tsx'
import { MyApplicationsPage } from '#modules/workflow/applications/web/public/MyApplicationsPage.tsx'
import { t } from '#web/i18n/index.ts'
import { formatDatetime, MISSING } from '#web/values/format.ts'
import { infoApplication } from '../model/application.ts'
import { infoStates } from '../model/info-change.ts'
import style from './information.module.css'

const APPLY = '/standing/information/apply'

/** 我的信息变更: what the student asked to change, and what became of it. */
export default function InfoMinePage() {
  return (
    <MyApplicationsPage
      of={infoApplication}
      title={t('我的信息变更')}
      apply={{ path: APPLY, label: t('申请更正信息') }}
      onlyStudents={t('当前账号不是学生，没有自己的档案')}
      nothing={t('没有申请过更正信息')}
    >
      {(row, at) => {
        const title = row.changes.map(c => t(c.label)).join(t('、'))
        return (
          <MyApplication
            of={infoApplication}
            row={row}
            at={at}
            label={title}
            title={title || t('信息变更')}
            states={infoStates}
            apply={APPLY}
            {...(row.effectiveAt ? { standing: t('{{time}} 已生效', { time: formatDatetime(row.effectiveAt) }) } : {})}
          >
            <ul className={style.diff}>
              {row.changes.map(c => (
                <li key={c.field}>
                  <span>{t(c.label)}</span>
                  <span>
                    <s>{c.old ?? MISSING}</s> {c.new ?? MISSING}
                  </span>
                </li>
              ))}
            </ul>
          </MyApplication>
        )
      }}
    </MyApplicationsPage>
  )
}

import type { MineOf } from '#modules/workflow/applications/web/public/ApplyPage.tsx'
import { MyApplication } from '#modules/workflow/applications/web/public/MyApplication.tsx'
import { MyApplicationsPage } from '#modules/workflow/applications/web/public/MyApplicationsPage.tsx'
import { t } from '#web/i18n/index.ts'
import { dictLabel, useDict } from '#web/values/useDict.ts'
import { aidLevel } from '../../levels/model/dictionaries.ts'
import { OwnLevel } from '../../levels/web/public/OwnLevel.tsx'
import { recognitionApplication } from '../model/application.ts'
import { recognitionStates } from '../model/recognition.ts'

const APPLY = '/hardship/apply'
type Mine = MineOf<typeof recognitionApplication>

/** 我的困难认定: the level there is now, and the own applications with what counted in them. */
export default function MyHardshipPage() {
  const levels = useDict(aidLevel)
  return (
    <MyApplicationsPage
      of={recognitionApplication}
      title={t('我的困难认定')}
      apply={{ path: APPLY, label: t('申请困难认定') }}
      onlyStudents={t('当前账号不是学生，没有自己的困难认定')}
      nothing={t('还没有申请过困难认定')}
      above={<OwnLevel />}
    >
      {(row, at) => (
        <MyApplication
          of={recognitionApplication}
          row={row}
          at={at}
          label={row.recognitionNo}
          title={row.batchName}
          states={recognitionStates}
          standing={standing(row, row.level ? dictLabel(levels, row.level) : '')}
          apply={APPLY}
        >
          <ul>
            {row.counted.map(c =>
              c ? (
                <li key={c.question}>
                  {c.question}
                  <span className="ql-quiet"> · {c.answer}</span>
                </li>
              ) : null,
            )}
          </ul>
        </MyApplication>
      )}
    </MyApplicationsPage>
  )
}
function standing({ state, isBelow }: Mine, level: string): string {
  if (state === 'publicised') return t('拟认定为{{level}}，公示中', { level })
  if (state === 'effective') return t('认定为{{level}}，可以申请助学金等资助', { level })
  if (isBelow) return t('综合得分没有达到最低等级')
  return state === 'approved' ? t('学院已审核，等待学校确认') : ''
}

import type { MineOf } from '#modules/workflow/applications/web/public/ApplyPage.tsx'
import { MyApplication } from '#modules/workflow/applications/web/public/MyApplication.tsx'
import { MyApplicationsPage } from '#modules/workflow/applications/web/public/MyApplicationsPage.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import { Row } from '#web/layout/Layout.tsx'
import { formatDate } from '#web/values/format.ts'
import { dictLabel, useDict } from '#web/values/useDict.ts'
import { aidLevel } from '../../levels/model/dictionaries.ts'
import { answerAdjustment } from '../model/actions.ts'
import { ADJUSTMENTS, adjustmentStates } from '../model/adjustment.ts'
import { adjustmentApplication } from '../model/application.ts'

const MINE = '/hardship/mine'
type Mine = MineOf<typeof adjustmentApplication>
/** 困难等级调整: a higher level after an event, and the word of the student before one is lowered. */
export default function MyAdjustmentPage() {
  const levels = useDict(aidLevel)
  const name = (level: string | null) => (level ? dictLabel(levels, level) : t('不困难'))
  return (
    <MyApplicationsPage
      of={adjustmentApplication}
      title={t('困难等级调整')}
      apply={{ path: MINE, label: t('我的困难认定') }}
      onlyStudents={t('当前账号不是学生，没有自己的困难认定')}
      nothing={t('没有过动态调整')}
      above={
        <Row>
          <FormButton
            of={adjustmentApplication.apply}
            input={{}}
            type="primary"
            changes={['processInstance']}
            note={t('家中发生变故时可以随时申请，三个工作日内答复。')}
            done={t('申请已提交')}
          />
        </Row>
      }
    >
      {(row, at) => (
        <MyApplication
          of={adjustmentApplication}
          row={row}
          at={at}
          label={t(ADJUSTMENTS[row.kind ?? 'upgrade'])}
          title={t('{{from}} → {{to}}', { from: name(row.fromLevel), to: name(row.toLevel) })}
          states={adjustmentStates}
          standing={standing(row)}
          apply={MINE}
          acts={row.can.includes('answer') ? <FormButton of={answerAdjustment} input={{ id: row.id }} type="primary" changes={['levelAdjustment']} /> : null}
        >
          <p>{row.reason}</p>
          {row.answer ? <p className="ql-quiet">{t('我的申辩：{{answer}}', { answer: row.answer })}</p> : null}
        </MyApplication>
      )}
    </MyApplicationsPage>
  )
}
const standing = ({ state, answerBy, decisionNote }: Mine): string =>
  state === 'noticed' && answerBy ? t('{{date}} 前可以申辩', { date: formatDate(answerBy) }) : (decisionNote ?? '')

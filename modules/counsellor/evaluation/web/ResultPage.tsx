import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useView } from '#web/records/ViewSwitch.tsx'
import { fdyEvalResult, resultStates } from '../model/result.ts'
import { answerResultObjection, confirmResults, decideWeights, giveBackResult, scoreByCollege, scoreByOffice, setGrade } from '../model/result-actions.ts'
import { PartsInput } from './PartsInput.tsx'

const VIEWS = {
  all: { label: '全部' },
  open: { label: '评分中', where: { state: 'open' } },
  done: { label: '学院已确认', where: { state: 'collegeDone' } },
  shown: { label: '公示和已定', where: { 'state.in': 'publicised,final' } },
  objections: { label: '有异议', where: { objectionState: 'open' } },
} as const
const CHANGES = ['fdyEvalResult', 'fdyEvalScheme']
export const about: PageFile['about'] = () => ({
  use: t('每位辅导员各部分的分、总分和等级。'),
  who: t('学院给本院的评分、定等级并确认，学工处评分、公示和答复异议；辅导员公示以后才看得到自己的。'),
  first: t('学生评价结束后先由学工处计算结果，“还缺”空了，学院就可以确认。'),
})
/** 考核结果 */
export default function ResultPage() {
  const views = useView(VIEWS)
  return (
    <EntityTable<typeof fdyEvalResult>
      of={fdyEvalResult}
      title={t('辅导员考核结果')}
      views={views}
      columns={[
        { key: 'teacherId', width: 110, align: 'left' },
        { key: 'departmentId', width: 150, align: 'left' },
        { key: 'schemeId', width: 180, align: 'left' },
        { key: 'studentsMark', width: 100 },
        { key: 'collegeMark', width: 100 },
        { key: 'officeMark', width: 110 },
        { key: 'workloadMark', width: 90 },
        { key: 'total', width: 80 },
        { key: 'grade', width: 100 },
        { key: 'missing', width: 170, align: 'left' },
        { key: 'state', width: 110 },
        ...(
          [
            'peersMark',
            'selfMark',
            'selfWords',
            'responses',
            'ownParts',
            'weightReason',
            'weightedById',
            'gradeReason',
            'noticeUntil',
            'objection',
            'objectionState',
            'objectionAnswer',
          ] as const
        ).map(key => ({ key, hidden: true })),
      ]}
      facts={['departmentId', 'total', 'grade']}
      filters={['schemeId', 'teacherId', 'departmentId', 'grade', 'state']}
      rowActions={row => [
        ...(resultStates.allows(row, 'setGrade')
          ? [
              <FormButton key="college" of={scoreByCollege} input={{ id: row.id }} changes={CHANGES} />,
              <FormButton key="office" of={scoreByOffice} input={{ id: row.id }} changes={CHANGES} />,
              row.total === null && row.responses === null ? (
                <FormButton
                  key="weights"
                  of={decideWeights}
                  input={{ id: row.id }}
                  layout={[{ field: 'parts', render: props => <PartsInput {...props} without="students" /> }, 'reason']}
                  changes={CHANGES}
                />
              ) : null,
              row.total === null ? null : <FormButton key="grade" of={setGrade} input={{ id: row.id }} changes={CHANGES} />,
              row.total === null ? null : (
                <ActionButton key="confirm" of={confirmResults} input={{ ids: [row.id] }} changes={CHANGES} confirm={t('确认以后不能再改分和等级，除非学工处退回。')} />
              ),
            ]
          : []),
        ...(resultStates.allows(row, 'giveBack') ? [<FormButton key="back" of={giveBackResult} input={{ id: row.id }} changes={CHANGES} />] : []),
        ...(row.objectionState === 'open' ? [<FormButton key="answer" of={answerResultObjection} input={{ id: row.id }} changes={CHANGES} />] : []),
      ]}
      batchActions={rows => (
        <ActionButton of={confirmResults} input={{ ids: rows.map(r => r.id) }} changes={CHANGES} confirm={t('确认 {{n}} 人的考核结果，之后不能再改。', { n: rows.length })} />
      )}
    />
  )
}

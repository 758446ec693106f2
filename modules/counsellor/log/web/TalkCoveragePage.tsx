import { Button } from 'antd'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { useView, ViewSwitch } from '#web/records/ViewSwitch.tsx'
import { Sentence } from '#web/statistics/Statistics.tsx'
import { formatDate, MISSING } from '#web/values/format.ts'
import { talkCoverage } from '../model/actions.ts'

type Coverage = AnswerOf<typeof talkCoverage>
const VIEWS = { all: '全部学生', never: '没有谈过', key: '重点学生' } as const
export const about: PageFile['about'] = () => ({
  use: t('本学年哪些学生谈过、谈了几次，哪些还没有谈过。'),
  who: t('辅导员和班主任看自己的班级，学院和学工处看各自范围；只看得到次数和日期。'),
  first: t('点班级看逐人逐月的次数。谈话按当天学生所在的班级计算。'),
})
/** 谈话覆盖: classes, and of one class student by month. */
export default function TalkCoveragePage() {
  const [params, , put] = useOwnParams()
  const classId = params.get('classId')
  const read = useRead(talkCoverage, classId ? { classId } : {}, { keeps: true })
  return (
    <Page title={t('谈话覆盖')}>
      <Loaded of={read} empty={data => !data.classes.length && t('范围里没有在籍学生')}>
        {data => {
          const classes = data.classes.flatMap(c => c ?? [])
          const sum = (of: (c: (typeof classes)[number]) => number) => classes.reduce((n, c) => n + of(c), 0)
          return (
            <>
              <Sentence>
                {t('{{from}} 以来，{{students}} 名学生中谈过 {{talked}} 名，还有 {{never}} 名没有谈过。', {
                  ...{ from: formatDate(data.from), students: sum(c => c.students), talked: sum(c => c.students - c.never), never: sum(c => c.never) },
                })}
              </Sentence>
              <Sheet title={t('各班')}>
                <PlainTable
                  label={t('各班谈话覆盖')}
                  rows={classes}
                  keyOf={c => c.classId}
                  isSelected={c => c.classId === classId}
                  isLong
                  columns={[
                    [
                      t('班级'),
                      c => (
                        <Button type="link" onClick={() => put({ classId: c.classId })}>
                          {c.label}
                        </Button>
                      ),
                      { isHead: true },
                    ],
                    [t('学生'), c => c.students, { isNumber: true }],
                    [t('没有谈过'), c => c.never, { isNumber: true }],
                    [t('覆盖率'), c => (c.percent === null ? MISSING : `${c.percent}%`), { isNumber: true }],
                  ]}
                />
              </Sheet>
              {data.students.length ? <Students of={data} /> : null}
            </>
          )
        }}
      </Loaded>
    </Page>
  )
}
function Students({ of }: { of: Coverage }) {
  const students = of.students.flatMap(s => s ?? [])
  const views = useView(VIEWS, { may: view => view !== 'key' || students.some(s => s.isKey) })
  const rows = students.filter(s => (views.view === 'key' ? s.isKey : views.view === 'all' || s.talks === 0))
  return (
    <Sheet title={t('逐人逐月')} actions={<ViewSwitch of={views} />}>
      <PlainTable
        label={t('逐人逐月')}
        rows={rows}
        keyOf={s => s.studentId}
        empty={t('都谈过了')}
        isLong
        columns={[
          [t('姓名'), s => s.name, { isHead: true }],
          [t('学号'), s => s.studentNo ?? MISSING],
          [t('次数'), s => s.talks, { isNumber: true }],
          [t('最近一次'), s => (s.lastOn ? formatDate(s.lastOn) : MISSING)],
          ...of.months.map((month, n) => [month ?? '', (s: (typeof rows)[number]) => s.byMonth[n] || '', { isNumber: true }] as const),
        ]}
      />
    </Sheet>
  )
}

import { TERMS } from '#modules/campus/model/calendar.ts'
import { Empty } from '#web/feedback/Empty.tsx'
import { Figure, Figures } from '#web/feedback/Figures.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Stack } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import { useRead } from '#web/records/useRead.ts'
import { StudentsOnly } from '#web/session/StudentsOnly.tsx'
import { myGrades } from '../model/actions.ts'
import { EXAM_KINDS } from '../model/course-grade.ts'
import style from './grades.module.css'

/** 我的成绩: each school year's average, grade points and rank, and its courses. */
export default function MyGradesPage() {
  return (
    <StudentsOnly title={t('我的成绩')} otherwise={t('当前账号不是学生，没有自己的成绩')}>
      <Own />
    </StudentsOnly>
  )
}
function Own() {
  const read = useRead(myGrades, {})
  return (
    <Page title={t('我的成绩')} width="form">
      <Loaded of={read}>{years => (years.length ? <Stack>{years.map(y => y && <Year key={y.xn} of={y} />)}</Stack> : <Empty title={t('还没有成绩')} />)}</Loaded>
    </Page>
  )
}
type Mine = NonNullable<AnswerOf<typeof myGrades>[number]>
function Year({ of }: { of: Mine }) {
  const terms = Map.groupBy(
    of.grades.flatMap(g => g ?? []),
    g => g.xqM,
  )
  return (
    <>
      <Figures label={t('{{xn}} 学年', { xn: of.xn })}>
        <Figure label={t('平均成绩')} value={of.average ?? '—'} />
        <Figure label={t('平均绩点')} value={of.gpa ?? '—'} />
        <Figure label={t('名次')} value={of.rank && of.size ? `${of.rank} / ${of.size}` : '—'} />
        <Figure label={t('已得学分')} value={of.credits} />
      </Figures>
      <Sheet title={t('{{xn}} 学年', { xn: of.xn })} note={of.average === null ? t('有课程还没有成绩，暂不计算平均和名次') : t('名次在同年级同专业之内')}>
        {[...terms].map(([term, grades]) => (
          <section key={term}>
            <h3 className={style.term}>{t(TERMS[term])}</h3>
            <ul className={style.grades}>
              {grades.map(g => (
                <li key={g.id} data-passed={g.isPassed !== false}>
                  <span>
                    {g.courseName}
                    <small className="ql-quiet">
                      {[t('{{n}} 学分', { n: g.credit }), g.isRequired ? t('必修') : t('选修'), g.examKind === 'normal' ? null : t(EXAM_KINDS[g.examKind])]
                        .filter(Boolean)
                        .join(' · ')}
                    </small>
                  </span>
                  <b>{g.result ?? t('未出成绩')}</b>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </Sheet>
    </>
  )
}

import { Link } from 'react-router'
import { WidgetFrame } from '#web/desk/WidgetFrame.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { pinnedQuestions } from '../../model/actions.ts'
import style from '../question.module.css'

/** Answers of the questions somebody keeps on their desktop. */
export default function PinnedWidget() {
  const read = useRead(pinnedQuestions, {})
  return (
    <WidgetFrame title={t('常问')} more={{ to: '/question/questions', label: t('全部问题') }}>
      <Loaded of={read} lines={3} empty={data => !data.answers.length && t('在常问里选择“固定到桌面”，回答会出现在这里')}>
        {data => (
          <ul className={style.pinned}>
            {data.answers.map(a =>
              a ? (
                <li key={a.code}>
                  <Link
                    to={`/question/answer?${new URLSearchParams(Object.entries({ code: a.code, departmentId: a.departmentId, grade: a.grade?.toString() }).flatMap(([k, v]) => (v ? [[k, v]] : [])))}`}
                  >
                    {a.title}
                  </Link>
                  <p>{a.sentence}</p>
                </li>
              ) : null,
            )}
          </ul>
        )}
      </Loaded>
    </WidgetFrame>
  )
}

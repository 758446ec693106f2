import { Link } from 'react-router'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { useRead } from '#web/records/useRead.ts'
import { questionList } from '../model/actions.ts'
import { PinButton } from './PinButton.tsx'
import style from './question.module.css'

export const about: PageFile['about'] = () => ({
  use: t('学工处常问的问题：现在多少、走势如何、哪里最多、与上学期和去年比怎样、是哪些人。'),
  who: t('学工处看全校，学院看本学院，辅导员和班主任看自己的班级。'),
  first: t('点一个问题看回答，换“截至”日期看当时的情况；常看的固定到桌面。'),
})
/** 常问: the questions somebody may ask. */
export default function QuestionsPage() {
  const read = useRead(questionList, {})
  return (
    <Page title={t('常问')}>
      <Loaded of={read} empty={data => !data.questions.length && t('还没有可以问的问题')}>
        {data => (
          <ul className={style.questions}>
            {data.questions.map(q =>
              q ? (
                <Sheet key={q.code} as="li" label={q.title}>
                  <div className={style.question}>
                    <h2>
                      <Link to={`/question/answer?code=${q.code}`}>{q.title}</Link>
                    </h2>
                    <PinButton code={q.code} isPinned={q.isPinned} isIcon />
                  </div>
                  <p className="ql-quiet">{q.definition}</p>
                </Sheet>
              ) : null,
            )}
          </ul>
        )}
      </Loaded>
    </Page>
  )
}

import { useSearchParams } from 'react-router'
import { Empty } from '#web/feedback/Empty.tsx'
import { Figure, Figures } from '#web/feedback/Figures.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { t } from '#web/i18n/index.ts'
import { RefSelect } from '#web/inputs/RefSelect.tsx'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { useRead } from '#web/records/useRead.ts'
import { MISSING } from '#web/values/format.ts'
import { scoreText } from '../../sheets/model/sheet.ts'
import { Tried } from '../../sheets/web/public/Tried.tsx'
import { replayScheme } from '../model/replay.ts'

/** 综合测评 → 规则试算: a scheme tried on the data of a former evaluation, or with one student. */
export default function ReplayPage() {
  const [params, setParams] = useSearchParams()
  const [id, formerId, studentId] = [params.get('id'), params.get('formerId'), params.get('studentId')]
  /** Either a former evaluation or a student: choosing one takes the other away. */
  const choose = (name: 'id' | 'formerId' | 'studentId', next: string | null): void => {
    const asked = name === 'id' ? new URLSearchParams(params) : new URLSearchParams(id ? { id } : {})
    if (next) asked.set(name, next)
    else asked.delete(name)
    setParams(asked)
  }
  return (
    <Page title={t('规则试算')}>
      <Stack>
        <Row gap={2}>
          <RefSelect to="cqaScheme" aria-label={t('试算的方案')} placeholder={t('试算的方案')} value={id} onChange={next => choose('id', next)} />
          <RefSelect to="cqaScheme" aria-label={t('用哪次测评的数据')} placeholder={t('用哪次测评的数据')} value={formerId} onChange={next => choose('formerId', next)} />
          <RefSelect to="student" aria-label={t('或者一名学生')} placeholder={t('或者一名学生')} value={studentId} onChange={next => choose('studentId', next)} />
        </Row>
        {id && studentId ? <Tried schemeId={id} studentId={studentId} /> : null}
        {id && formerId ? <Moves id={id} formerId={formerId} /> : null}
        {id && (studentId || formerId) ? null : <Empty title={t('先选择要试算的方案，再选择用哪次测评的数据，或者一名学生')} />}
      </Stack>
    </Page>
  )
}
function Moves(asked: { id: string; formerId: string }) {
  const read = useRead(replayScheme, asked)
  return (
    <Loaded of={read} slow={t('正在试算，全校三万人要一分多钟')}>
      {({ students, gained, lost, moved, unscored, rows }) => (
        <Stack>
          <Figures label={t('规则试算')}>
            <Figure label={t('学生')} value={students} />
            <Figure label={t('名次上升')} value={gained} />
            <Figure label={t('名次下降')} value={lost} />
            <Figure label={t('平均变动名次')} value={moved ?? MISSING} />
          </Figures>
          <p className="ql-help">{t('名次按试算方案的第一个排名范围比较。人工评分和导入的得分按指标代码对应。什么都不保存。')}</p>
          {unscored.length ? <p className="ql-help">{t('这些指标上次没有得分，按基础分算：{{names}}', { names: unscored.join('、') })}</p> : null}
          {rows.length ? (
            <PlainTable
              label={t('名次变动')}
              rows={rows.flatMap(r => r ?? [])}
              keyOf={r => r.id}
              isCardsOnPhone
              isLong
              columns={[
                [t('姓名'), r => r.name, { isHead: true }],
                [t('学号'), r => r.studentNo],
                [t('班级'), r => r.className],
                [t('总分'), r => `${scoreText(r.fromTotal)} → ${scoreText(r.toTotal)}`],
                [t('名次'), r => `${r.fromRank ?? MISSING} → ${r.toRank ?? MISSING}`],
              ]}
            />
          ) : (
            <Empty title={t('得分和名次都没有变动')} />
          )}
        </Stack>
      )}
    </Loaded>
  )
}
export const about: PageFile['about'] = () => ({
  use: t('发布以前，把新方案的指标和计分规则用到已经定了的一次测评上，看谁的名次上升、谁下降。'),
  who: t('学工处。'),
  first: t('先选要试算的方案，再选一次结果已定的测评；变动最大的排在前面，最多列 500 人。选一名学生，看每一分怎样得来。'),
})

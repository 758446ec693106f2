import { Select } from 'antd'
import { type ReactNode, useState } from 'react'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { Panel } from '#web/feedback/Panel.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { State } from '#web/feedback/State.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Columns, Row, Stack } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { useView, ViewSwitch } from '#web/records/ViewSwitch.tsx'
import { applicantBoard, BOARD_LANES, FITNESS } from '../model/application.ts'
import { postInterview } from '../model/interview.ts'
import { ApplicantActs } from './board/ApplicantActs.tsx'
import { ApplicantCard } from './board/ApplicantCard.tsx'

type Board = AnswerOf<typeof applicantBoard>
export type Person = NonNullable<Board['applicants'][number]>
const EVERY = 30_000

export const about: PageFile['about'] = () => ({
  use: t('谁应聘了哪个岗位，到了哪一步。'),
  who: t('用工单位看到自己的岗位。'),
  first: t('先看新应聘，约面试或直接录用；录用要学生在期限内答复。'),
})
/** 应聘看板: the applicants of a post, in the order of what happens to them. */
export default function BoardPage() {
  const views = useView({ board: '看板', interviews: '面试#many' })
  return views.view === 'board' ? <Board switcher={<ViewSwitch of={views} />} /> : <Interviews views={views} />
}
function Interviews({ views }: { views: ReturnType<typeof useView> }) {
  return (
    <EntityTable<typeof postInterview>
      of={postInterview}
      views={<ViewSwitch of={views} />}
      columns={[
        { key: 'slot', width: 160, align: 'left' },
        { key: 'postId', align: 'left' },
        { key: 'place', width: 200, align: 'left' },
        { key: 'taken', width: 90 },
        { key: 'seats', width: 90 },
        { key: 'note', hidden: true },
      ]}
      filters={['postId']}
      form={{ layout: ['postId', { fields: ['slot', 'seats'] }, 'place', 'note'] }}
    />
  )
}
function Board({ switcher }: { switcher: ReactNode }) {
  const [params, , put] = useOwnParams()
  const postId = params.get('postId')
  const read = useRead(applicantBoard, postId ? { postId } : {}, { keeps: true, every: EVERY })
  const [chosen, setChosen] = useState<string>()
  return (
    <Page title={t('应聘看板')} views={switcher}>
      <Loaded of={read} lines={8}>
        {data =>
          data.post ? (
            <Stack>
              <Row gap={3}>
                <Select
                  aria-label={t('岗位')}
                  className="ql-wide"
                  value={data.post.id}
                  options={data.posts.flatMap(p => (p ? { value: p.id, label: p.waiting ? t('{{title}}（{{n}} 人待处理）', { title: p.title, n: p.waiting }) : p.title } : []))}
                  onChange={id => put({ postId: id })}
                />
                <span className="ql-quiet">{t('{{filled}} / {{n}} 个名额已占', { filled: data.post.filled, n: data.post.headcount })}</span>
              </Row>
              <Lanes people={data.applicants.flatMap(p => p ?? [])} onChoose={setChosen} />
            </Stack>
          ) : (
            <Empty title={t('没有招聘中的岗位')} />
          )
        }
      </Loaded>
      <Panel open={chosen !== undefined} title={t('应聘人')} onClose={() => setChosen(undefined)}>
        {chosen ? <ApplicantCard id={chosen} /> : null}
      </Panel>
    </Page>
  )
}
function Lanes({ people, onChoose }: { people: readonly Person[]; onChoose: (id: string) => void }) {
  return (
    <Columns min={230} gap={3}>
      {Object.entries(BOARD_LANES).map(([lane, label]) => {
        const those = people.filter(p => p.lane === lane)
        return (
          <Sheet key={lane} title={t(label)} note={t('{{n}} 人', { n: those.length })}>
            {those.length ? null : <p className="ql-quiet">{t('没有人')}</p>}
            {those.map(p => (
              <Sheet key={p.id} as="article" label={p.name}>
                <Row spread="between">
                  <button type="button" className="ql-link" onClick={() => onChoose(p.id)}>
                    {p.name}
                  </button>
                  <small className="ql-quiet">{p.className}</small>
                </Row>
                <small>
                  {t('时间合适 {{percent}}%', { percent: p.matchPercent })}
                  {p.result === null ? '' : ` · ${t('面试 {{n}} 分', { n: p.result })}`}
                </small>
                {p.skills ? <small className="ql-quiet">{p.skills}</small> : null}
                {p.fdyFit ? <State tone={p.fdyFit === 'fit' ? 'done' : 'refused'}>{t('辅导员：{{text}}', { text: t(FITNESS[p.fdyFit]) })}</State> : null}
                <Row>
                  <ApplicantActs of={p} />
                </Row>
              </Sheet>
            ))}
          </Sheet>
        )
      })}
    </Columns>
  )
}

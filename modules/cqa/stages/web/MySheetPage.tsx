import { Select } from 'antd'
import { useSearchParams } from 'react-router'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { t } from '#web/i18n/index.ts'
import { Stack } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { useRead } from '#web/records/useRead.ts'
import { StudentsOnly } from '#web/session/StudentsOnly.tsx'
import { mySheet } from '../../sheets/model/actions.ts'
import { type Node, SheetView } from '../../sheets/web/public/SheetView.tsx'
import { ownScores, selfSubmit } from '../model/actions.ts'
import { SelfScore } from './SelfScore.tsx'

/** The own result: each point with its evidence and its rule, the rank in each scope; while the student's stage runs, the own scores. */
export default function MySheetPage() {
  return (
    <StudentsOnly title={t('我的测评')} otherwise={t('学生在这里看自己的综合测评。')}>
      <Mine />
    </StudentsOnly>
  )
}
function Mine() {
  const [params, setParams] = useSearchParams()
  const schemeId = params.get('scheme')
  const read = useRead(mySheet, schemeId ? { schemeId } : {})
  return (
    <Page title={t('我的测评')} width="form">
      <Loaded of={read}>
        {([own]) =>
          own ? (
            <Stack>
              <Select
                aria-label={t('测评方案')}
                value={own.schemeId}
                options={[{ schemeId: own.schemeId, scheme: own.scheme }, ...own.others.flatMap(o => o ?? [])].map(o => ({ value: o.schemeId, label: o.scheme }))}
                onChange={scheme => setParams({ scheme })}
              />
              {own.running === 'self' && own.state === 'open' ? <SelfStage of={own} /> : <SheetView of={own} />}
            </Stack>
          ) : (
            <Empty title={t('你还没有参加的综合测评')}>
              <span>{t('测评一学年一次，方案发布以后在这里看到。新生从入学的第一个学年起参加，那一学年结束后测评。')}</span>
            </Empty>
          )
        }
      </Loaded>
    </Page>
  )
}
function SelfStage({ of }: { of: Parameters<typeof SheetView>[0]['of'] }) {
  const { schemeId, until } = of
  const read = useRead(ownScores, { schemeId })
  const own = (read.data ?? []).flatMap(o => o ?? [])
  const edit = (node: Node) => {
    const one = own.find(o => o.indexId === node.id)
    return one ? <SelfScore key={`${one.indexId} ${one.version}`} schemeId={schemeId} own={one} label={node.name} /> : null
  }
  return (
    <>
      <p className="ql-help">{t('自评到 {{until}} 截止。佐证已自动计分，你只填要自评的项目；没有自评的按已有的分进入下一环节。', { until })}</p>
      <SheetView of={of} edit={edit} />
      <ActionButton of={selfSubmit} input={{ schemeId }} changes={['cqaSheet']} confirm={t('提交后不能再改，由班级测评小组评分。')} done={t('已提交自评')} />
    </>
  )
}
export const about: PageFile['about'] = () => ({
  use: t('看自己综合测评的每一分怎样得来，在班级和专业里排第几。'),
  who: t('每个学生只看自己的。'),
  first: t('点开各维度看佐证；少了的佐证到“我的成长”申报。'),
})

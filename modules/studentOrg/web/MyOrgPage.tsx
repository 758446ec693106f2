import { Empty } from '#web/feedback/Empty.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { StateTag } from '#web/feedback/State.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Stack } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { useRead } from '#web/records/useRead.ts'
import { StudentsOnly } from '#web/session/StudentsOnly.tsx'
import { formatDate } from '#web/values/format.ts'
import { appointmentStates, myOrgs } from '../model/appointment.ts'
import { LEVELS } from '../model/org.ts'
import { RIGHTS } from '../model/post.ts'

type Mine = AnswerOf<typeof myOrgs>
/** 我的学生组织: own posts, and who represents the reader, nearest first. */
export default function MyOrgPage() {
  return (
    <StudentsOnly title={t('我的学生组织')} otherwise={t('当前账号不是学生，没有自己的学生组织')}>
      <Orgs />
    </StudentsOnly>
  )
}
function Orgs() {
  const read = useRead(myOrgs, {})
  return (
    <Page title={t('我的学生组织')} width="form">
      <Loaded of={read} lines={8}>
        {({ posts, orgs }) => (
          <Stack>
            {posts.map(p => p && <Post key={p.id} of={p} />)}
            {orgs.length ? orgs.map(o => o && <Org key={o.id} of={o} />) : <Empty title={t('还没有代表你的学生组织')} />}
          </Stack>
        )}
      </Loaded>
    </Page>
  )
}
const Post = ({ of }: { of: NonNullable<Mine['posts'][number]> }) => (
  <Sheet
    title={`${of.org} ${of.post}`}
    note={t('{{from}} 至 {{to}}', { from: formatDate(of.from), to: formatDate(of.to) })}
    actions={<StateTag of={appointmentStates} state={of.state} />}
  >
    {of.rights.length ? <p>{t('可以：{{rights}}', { rights: of.rights.map(r => (r ? t(RIGHTS[r]) : '')).join(t('、')) })}</p> : null}
    {of.endReason ? <p className="ql-quiet">{of.endReason}</p> : null}
  </Sheet>
)
const Org = ({ of }: { of: NonNullable<Mine['orgs'][number]> }) => (
  <Sheet title={of.name} note={[t(LEVELS[of.level]), of.guide ? t('指导教师 {{name}}', { name: of.guide }) : null].filter(Boolean).join(' · ')}>
    {of.posts.map(p => (p ? <p key={p.id}>{`${p.name}　${p.holders.length ? p.holders.join(t('、')) : t('空缺')}`}</p> : null))}
  </Sheet>
)
export const about: PageFile['about'] = () => ({
  use: t('班级、年级、学院和学校里谁代表你，你自己任什么职。'),
  who: t('所有学生。'),
  first: t('有事先找班委；岗位的权限随任期开始和结束。'),
})

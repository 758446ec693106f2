import { Button } from 'antd'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { State } from '#web/feedback/State.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { ActionForm } from '#web/forms/ActionForm.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { classes } from '#web/layout/classes.ts'
import { Columns } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import { useRead } from '#web/records/useRead.ts'
import { StudentsOnly } from '#web/session/StudentsOnly.tsx'
import { formatDate } from '#web/values/format.ts'
import { dictLabel, useDict } from '#web/values/useDict.ts'
import { roomType } from '../../places/model/dictionaries.ts'
import { postSwap, swapBoard, takeDownSwap, wantSwap } from '../model/board-actions.ts'
import { FLOORS } from '../model/swap-post.ts'
import changeStyle from './change.module.css'

type Board = NonNullable<AnswerOf<typeof swapBoard>>
type Post = Board['posts'][number]
type Shown = Pick<Post, 'dorm' | 'floorNo' | 'roomType' | 'wants' | 'note'>

/** 换宿广场: anonymous offers, mutual matches first; names on mutual interest. */
export default function SwapBoardPage() {
  return (
    <StudentsOnly title={t('换宿广场')} otherwise={t('当前账号不是学生，不能发布换宿意向')}>
      <Opened />
    </StudentsOnly>
  )
}
function Opened() {
  const read = useRead(swapBoard, {})
  const { data } = read
  const [isPosting, setPosting] = useState(false)
  if (!data) return <Loading of={read} lines={8} />
  return (
    <Page
      title={t('换宿广场')}
      actions={
        data.mine || data.problem ? null : (
          <Button type="primary" onClick={() => setPosting(true)}>
            {t('发布我的床位')}
          </Button>
        )
      }
      width="form"
    >
      {data.problem ? <Empty title={data.problem} /> : null}
      {data.mine ? <Mine of={data.mine} onEdit={() => setPosting(true)} /> : null}
      {data.posts.length || data.problem ? null : <Empty title={t('还没有人发布换宿意向')} />}
      <Columns gap={3} min={300} isFixed isEven>
        {data.posts.map(p => (
          <PostSheet key={p.id} of={p} hasOwn={Boolean(data.mine)} />
        ))}
      </Columns>
      {isPosting ? (
        <ActionForm
          of={postSwap}
          initial={data.mine ? { dormIds: data.mine.dormIds, roomType: data.mine.wants?.roomType ?? null, floors: data.mine.wants?.floors ?? null, note: data.mine.note } : {}}
          onClose={() => setPosting(false)}
          done={t('已发布')}
          note={<p className="ql-help">{t('别人只看到你的楼栋、楼层和房型，看不到姓名和房间号；双方都愿意后才互相显示。')}</p>}
        />
      ) : null}
    </Page>
  )
}
/** Offer and wish, in two lines. */
function Lines({ of }: { of: Shown }) {
  const types = useDict(roomType)
  const wants = [of.wants?.dorms.join(t('、')), of.wants?.roomType ? dictLabel(types, of.wants.roomType) : '', of.wants?.floors ? t(FLOORS[of.wants.floors]) : '']
  return (
    <>
      <p>{t('想换到：{{what}}', { what: wants.filter(Boolean).join(t('，')) || t('都可以') })}</p>
      {of.note ? <p className="ql-quiet">{of.note}</p> : null}
    </>
  )
}
const useTitle = (of: Shown): string => {
  const types = useDict(roomType)
  return `${of.dorm} ${t('{{n}} 层', { n: of.floorNo })} ${dictLabel(types, of.roomType)}`
}
function Mine({ of, onEdit }: { of: NonNullable<Board['mine']>; onEdit: () => void }) {
  const title = useTitle(of)
  return (
    <Sheet label={t('我的意向')} className={changeStyle.post}>
      <header>
        <h2>{title}</h2>
        <span className="ql-quiet">{t('我的意向，展示到 {{date}}', { date: formatDate(of.until) })}</span>
      </header>
      <Lines of={of} />
      <footer>
        <Button onClick={onEdit}>{t('修改')}</Button>
        <ActionButton of={takeDownSwap} input={{}} confirm={t('撤下后别人看不到你的床位，双方的意愿一并清除。')} done={t('已撤下')}>
          {t('撤下')}
        </ActionButton>
      </footer>
    </Sheet>
  )
}
function PostSheet({ of, hasOwn }: { of: Post; hasOwn: boolean }) {
  const title = useTitle(of)
  const isMutual = of.name !== null
  return (
    <Sheet label={isMutual ? (of.name ?? title) : title} className={classes(changeStyle.post, isMutual && changeStyle.mutual)}>
      <header>
        <h3>{title}</h3>
        {isMutual ? <State tone="done">{t('双方都愿意')}</State> : of.isMatch ? <State tone="going">{t('双方要求相符')}</State> : null}
      </header>
      {isMutual ? (
        <p>
          <b>{of.name}</b> {of.bed}
        </p>
      ) : null}
      <Lines of={of} />
      <footer>
        {isMutual ? (
          <Link to={`/dormitory/change/apply?peerNo=${encodeURIComponent(of.studentNo ?? '')}&peerName=${encodeURIComponent(of.name ?? '')}`}>
            <Button type="primary">{t('申请换宿')}</Button>
          </Link>
        ) : null}
        {hasOwn && !isMutual && !of.isWanted ? (
          <ActionButton of={wantSwap} input={{ id: of.id, wants: true }} done={t('已记下，对方也愿意时互相显示姓名')}>
            {t('我愿意换')}
          </ActionButton>
        ) : null}
        {of.isWanted ? (
          <>
            {isMutual ? null : (
              <span className={changeStyle.mates}>
                <Check size={14} aria-hidden="true" /> {t('我愿意换')}
              </span>
            )}
            <ActionButton of={wantSwap} input={{ id: of.id, wants: false }} type="link" done={t('已取消意愿')}>
              {t('不换了')}
            </ActionButton>
          </>
        ) : null}
      </footer>
    </Sheet>
  )
}

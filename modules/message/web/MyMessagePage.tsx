import { Button, DatePicker, Input, Pagination, Segmented, Select } from 'antd'
import { CheckCheck, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { Dialog } from '#web/feedback/Dialog.tsx'
import { Bars, Empty } from '#web/feedback/Empty.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Check } from '#web/feedback/native.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { useNarrow } from '#web/feedback/useNarrow.ts'
import { type AnswerOf, useAct } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { classes } from '#web/layout/classes.ts'
import { Page } from '#web/layout/Page.tsx'
import { RealmFrame } from '#web/login/RealmFrame.tsx'
import { useRead } from '#web/records/useRead.ts'
import { formatDatetime } from '#web/values/format.ts'
import { LEVELS, myMessages, openMessage, readMessages, removeMessages } from '../model/message.ts'
import messageStyle from './message.module.css'
import style from './mine.module.css'

type Message = AnswerOf<typeof myMessages>['result'][number]
const SIZE = 20
type Wanted = Parameters<typeof useRead<typeof myMessages>>[1]

/** 我的消息: the user's messages, newest first; updated live. */
export default function MyMessagePage() {
  return <RealmFrame>{back => <Messages back={back} />}</RealmFrame>
}
function Messages({ back }: { back: string | undefined }) {
  const [wanted, setWanted] = useState<Wanted>({ current: 1, size: SIZE })
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [closed, setClosed] = useState<{ title: string; why: string }>()
  const list = useRead(myMessages, wanted, { follows: 'message', keeps: true })
  const { data } = list
  const narrow = useNarrow()
  const navigate = useNavigate()
  const read = useAct(readMessages, { changes: ['message'], done: false, onDone: () => setChosen(new Set()) })
  const remove = useAct(removeMessages, { changes: ['message'], onDone: () => setChosen(new Set()) })
  const open = useAct(openMessage, { changes: ['message'], done: false })
  const put = (next: Wanted) => {
    setChosen(new Set())
    setWanted({ ...wanted, current: 1, ...next })
  }
  const go = (m: Message) =>
    open.mutate(
      { id: m.id },
      {
        onSuccess: answer => {
          const to = (narrow ? answer?.mobileLink : null) ?? answer?.link
          if (answer && !answer.canOpen) setClosed({ title: m.title, why: answer.why ?? '' })
          else if (to?.startsWith('/')) void navigate(to)
        },
      },
    )
  const toggle = (id: string) => setChosen(now => new Set(now.has(id) ? [...now].filter(x => x !== id) : [...now, id]))
  if (list.error && !data) return <Loading of={list} />
  return (
    <Page
      title={t('我的消息')}
      back={back}
      actions={
        chosen.size ? (
          <>
            <Button icon={<CheckCheck size={15} />} onClick={() => read.mutate({ ids: [...chosen] })}>
              {t('标为已读')}
            </Button>
            <Button danger icon={<Trash2 size={15} />} loading={remove.isPending} onClick={() => remove.mutate({ ids: [...chosen] })}>
              {t('删除 {{n}} 条', { n: chosen.size })}
            </Button>
          </>
        ) : (
          <Button icon={<CheckCheck size={15} />} disabled={!data?.unread} loading={read.isPending} onClick={() => read.mutate({ isAll: true })}>
            {t('全部已读')}
          </Button>
        )
      }
      width="text"
    >
      <Sheet as="div" isBare>
        <div className={style.filters}>
          <Segmented
            value={wanted.isRead === false ? 'unread' : wanted.isRead ? 'read' : 'all'}
            options={[
              { value: 'all', label: t('全部') },
              { value: 'unread', label: data?.unread ? t('未读 {{n}}', { n: data.unread }) : t('未读') },
              { value: 'read', label: t('已读') },
            ]}
            onChange={v => put({ isRead: v === 'all' ? null : v === 'read' })}
          />
          <Select
            allowClear
            aria-label={t('分类')}
            placeholder={t('全部分类')}
            value={wanted.category ?? null}
            options={(data?.categories ?? []).map(c => ({ value: c.category, label: c.unread ? `${c.name}（${c.unread}）` : c.name }))}
            onChange={category => put({ category: category ?? null })}
          />
          <Input.Search allowClear placeholder={t('标题或内容')} onSearch={keyword => put({ keyword: keyword || null })} />
          {narrow ? null : (
            <DatePicker.RangePicker
              aria-label={t('时间')}
              onChange={days => put({ from: days?.[0]?.startOf('day').toISOString() ?? null, to: days?.[1]?.endOf('day').toISOString() ?? null })}
            />
          )}
        </div>
        {data ? null : <Bars lines={8} />}
        {data && !data.result.length ? <Empty title={wanted.isRead === false ? t('没有未读消息') : t('没有消息')} /> : null}
        <ul className={classes(style.list, back !== undefined && style.isBare)}>
          {data?.result.map(m => (
            <Item key={m.id} of={m} isChosen={chosen.has(m.id)} onChoose={() => toggle(m.id)} onOpen={() => go(m)} />
          ))}
        </ul>
        {data && data.total > SIZE ? (
          <footer className={style.pager}>
            <Pagination
              simple={narrow}
              size="small"
              current={wanted.current ?? 1}
              pageSize={SIZE}
              total={data.total}
              showSizeChanger={false}
              onChange={current => setWanted({ ...wanted, current })}
            />
          </footer>
        ) : null}
      </Sheet>
      <Dialog open={closed !== undefined} title={t('打不开这条消息的页面')} onClose={() => setClosed(undefined)}>
        <p>{closed?.title}</p>
        <p>{closed?.why}</p>
      </Dialog>
    </Page>
  )
}
const Item = ({ of: m, isChosen, onChoose, onOpen }: { of: Message; isChosen: boolean; onChoose: () => void; onOpen: () => void }) => (
  <li className={`${style.item}${m.readAt ? '' : ` ${style.isNew}`}${m.isWithdrawn ? ` ${style.isGone}` : ''}`}>
    <Check checked={isChosen} aria-label={t('选择“{{title}}”', { title: m.title })} onCheck={onChoose} />
    <button type="button" onClick={onOpen}>
      <span className={style.itemHead}>
        {m.readAt ? null : <i className={style.dot} role="img" aria-label={t('未读')} />}
        <b>{m.title}</b>
        {m.level === 'urgent' || m.level === 'important' ? (
          <em className={messageStyle.level} data-level={m.level}>
            {t(LEVELS[m.level])}
          </em>
        ) : null}
        {m.merged > 1 ? <small>{t('合并 {{n}} 条', { n: m.merged })}</small> : null}
      </span>
      <span className={style.itemText}>{m.content}</span>
      <span className={style.itemFoot}>
        <time>{formatDatetime(m.createdAt)}</time>
        <span>{m.categoryName}</span>
      </span>
    </button>
  </li>
)

import { Button, Input, Pagination, Segmented } from 'antd'
import { Paperclip, Pin } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Bars, Empty } from '#web/feedback/Empty.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { FileLink } from '#web/files/FileLink.tsx'
import { type AnswerOf, useAct } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { RichText } from '#web/rich/RichText.tsx'
import { formatDatetime } from '#web/values/format.ts'
import { dictLabel, useDict } from '#web/values/useDict.ts'
import { noticeType } from '../model/dictionaries.ts'
import { giveReceipt, myNotices, openNotice } from '../model/notice.ts'
import messageStyle from './message.module.css'
import style from './mine.module.css'

type Mine = AnswerOf<typeof myNotices>['result'][number]
type Opened = NonNullable<AnswerOf<typeof openNotice>>
type Wanted = Parameters<typeof useRead<typeof myNotices>>[1]
const SIZE = 20

/** 我的通知: valid notices addressed to the user. One opens in place, so that it can be linked. */
export default function MyNoticePage() {
  const [params, setParams] = useOwnParams()
  const id = params.get('id')
  return id ? <Reading key={id} id={id} onBack={() => setParams(() => new URLSearchParams())} /> : <Listing onOpen={next => setParams(() => new URLSearchParams({ id: next }))} />
}
function Listing({ onOpen }: { onOpen: (id: string) => void }) {
  const [wanted, setWanted] = useState<Wanted>({ current: 1, size: SIZE })
  const read = useRead(myNotices, wanted, { follows: 'message', keeps: true })
  const { data } = read
  const types = useDict(noticeType)
  const kind = wanted.needsReceipt ? 'receipt' : wanted.isRead === false ? 'unread' : 'all'
  return (
    <Page title={t('我的通知')} width="text">
      <Sheet as="div" isBare>
        <div className={style.filters}>
          <Segmented
            value={kind}
            options={[
              { value: 'all', label: t('全部') },
              { value: 'unread', label: t('未读') },
              { value: 'receipt', label: t('待回执') },
            ]}
            onChange={next => setWanted({ ...wanted, current: 1, isRead: next === 'unread' ? false : null, needsReceipt: next === 'receipt' ? true : null })}
          />
          <Input.Search allowClear placeholder={t('标题')} onSearch={keyword => setWanted({ ...wanted, current: 1, keyword: keyword || null })} />
        </div>
        {data ? null : <Loading of={read} lines={8} />}
        {data && !data.result.length ? <Empty title={kind === 'receipt' ? t('没有要回执的通知') : t('没有通知')} /> : null}
        <ul className={style.list}>
          {data?.result.map(n => (
            <li key={n.id} className={`${style.item}${n.readAt ? '' : ` ${style.isNew}`}`}>
              <button type="button" onClick={() => onOpen(n.id)}>
                <span className={style.itemHead}>
                  {n.readAt ? null : <i className={style.dot} role="img" aria-label={t('未读')} />}
                  {n.isPinned ? <Pin size={14} aria-label={t('置顶')} /> : null}
                  <b>{n.title}</b>
                  <ReceiptMark of={n} />
                </span>
                <span className={style.itemFoot}>
                  <time>{formatDatetime(n.publishedAt)}</time>
                  <span>{n.departmentName ?? n.publisherName}</span>
                  <span>{dictLabel(types, n.noticeType)}</span>
                </span>
              </button>
            </li>
          ))}
        </ul>
        {data && data.total > SIZE ? (
          <footer className={style.pager}>
            <Pagination
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
    </Page>
  )
}
const ReceiptMark = ({ of }: { of: Mine }) =>
  of.needsReceipt ? (
    <em className={messageStyle.level} data-level={of.receiptAt ? 'done' : 'important'}>
      {of.receiptAt ? t('已回执') : t('待回执')}
    </em>
  ) : null

function Reading({ id, onBack }: { id: string; onBack: () => void }) {
  const open = useAct(openNotice, { changes: ['notice', 'message'], done: false })
  const { mutate } = open
  useEffect(() => mutate({ id }), [mutate, id])
  return (
    <Page title={open.data?.title ?? t('我的通知')} back={onBack} width="text">
      <Sheet as="article" className={style.reading}>
        {open.error ? <Refused what={t('打不开这条通知')} error={open.error} /> : null}
        {open.data ? <Text of={open.data} onReceipt={() => mutate({ id })} /> : open.error ? null : <Bars lines={10} />}
      </Sheet>
    </Page>
  )
}
function Text({ of, onReceipt }: { of: Opened; onReceipt: () => void }) {
  const types = useDict(noticeType)
  return (
    <>
      <p className={messageStyle.noticeHead}>
        <span>{of.departmentName ?? of.publisherName}</span>
        <time>{formatDatetime(of.publishedAt)}</time>
        <span>{dictLabel(types, of.noticeType)}</span>
        {of.edition > 1 ? <span>{t('第 {{n}} 版', { n: of.edition })}</span> : null}
      </p>
      <RichText html={of.content} />
      {of.attachments.length ? (
        <ul className={style.files}>
          {of.attachments.map(file => (
            <li key={file.id}>
              <Paperclip size={14} />
              <FileLink id={file.id}>{file.name}</FileLink>
            </li>
          ))}
        </ul>
      ) : null}
      {of.needsReceipt ? <Receipt of={of} onDone={onReceipt} /> : null}
    </>
  )
}
/** Receipt form at the bottom of the phone screen. */
function Receipt({ of, onDone }: { of: Opened; onDone: () => void }) {
  const [text, setText] = useState('')
  const give = useAct(giveReceipt, { changes: ['notice'], onDone })
  if (of.receiptAt)
    return (
      <p className={`${style.receipt} ${style.settled}`}>
        {t('已于 {{time}} 回执', { time: formatDatetime(of.receiptAt) })}
        {of.receiptText ? `：${of.receiptText}` : ''}
      </p>
    )
  return (
    <div className={style.receipt}>
      <Input.TextArea
        aria-label={t('想说的话')}
        placeholder={t('可以写一句话，也可以不写')}
        maxLength={500}
        autoSize={{ minRows: 1, maxRows: 4 }}
        value={text}
        onChange={event => setText(event.target.value)}
      />
      <Button type="primary" size="large" loading={give.isPending} onClick={() => give.mutate({ id: of.id, ...(text.trim() ? { text: text.trim() } : {}) })}>
        {t('确认收到')}
      </Button>
      {give.error ? <Refused what={t('回执没有送出')} error={give.error} /> : null}
    </div>
  )
}

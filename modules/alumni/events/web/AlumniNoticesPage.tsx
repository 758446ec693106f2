import { Input } from 'antd'
import { Pin } from 'lucide-react'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { Bars } from '#web/feedback/Empty.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { State } from '#web/feedback/State.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { useAct } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { RichText } from '#web/rich/RichText.tsx'
import { formatDatetime } from '#web/values/format.ts'
import { LedClubs } from '../../clubs/web/public/LedClubs.tsx'
import { MOST_NOTICES, myNotices, openNotice, postNotice, previewClubNotice } from '../model/alumni-notice.ts'
import { NOTICE_CHANGES } from './labels.ts'
import { Reach } from './Reach.tsx'

const PATH = '/alumni/notices'
/** 校友通知 of mine; one opens in place, so that a message leads to it. */
export default function AlumniNoticesPage() {
  const [params] = useOwnParams()
  const id = params.get('id')
  return id ? <Reading key={id} id={id} /> : <Listing />
}
function Listing() {
  const [params, , put] = useOwnParams()
  const q = params.get('q')
  const read = useRead(myNotices, q ? { q } : {}, { keeps: true })
  return (
    <Page title={t('校友通知#many')} width="text">
      <Stack>
        <LedClubs>
          {({ id, name }) => (
            <FormButton of={postNotice} input={{ clubId: id }} changes={NOTICE_CHANGES} note={<ClubReach clubId={id} />}>
              {t('给“{{name}}”的会员发通知', { name })}
            </FormButton>
          )}
        </LedClubs>
        <Input.Search allowClear defaultValue={q ?? ''} placeholder={t('标题')} aria-label={t('标题')} onSearch={value => put({ q: value.trim() || undefined })} />
        <Loaded of={read} lines={8} empty={rows => rows.length === 0 && t('没有通知')}>
          {rows => (
            <Stack>
              {rows.map(
                n =>
                  n && (
                    <Sheet
                      key={n.id}
                      title={n.title}
                      note={[n.club, n.publishedAt ? formatDatetime(n.publishedAt) : null].filter(Boolean).join(' · ')}
                      actions={
                        <Row>
                          {n.isPinned ? <Pin size={16} aria-label={t('置顶')} /> : null}
                          {n.readAt ? null : <State tone="attention">{t('未读')}</State>}
                        </Row>
                      }
                    >
                      <Link to={`${PATH}?id=${n.id}`}>{t('看全文')}</Link>
                    </Sheet>
                  ),
              )}
              {rows.length === MOST_NOTICES ? <p className="ql-quiet">{t('只列出最近 {{n}} 条，更早的请按标题查找。', { n: MOST_NOTICES })}</p> : null}
            </Stack>
          )}
        </Loaded>
      </Stack>
    </Page>
  )
}
const ClubReach = ({ clubId }: { clubId: string }) => <Reach read={useRead(previewClubNotice, { clubId })} />
function Reading({ id }: { id: string }) {
  const opened = useAct(openNotice, { changes: NOTICE_CHANGES, done: false })
  const { mutate, data, error } = opened
  useEffect(() => mutate({ id }), [id, mutate])
  return (
    <Page title={data?.title ?? t('校友通知#one')} width="text" back={PATH}>
      {error ? <Refused what={t('通知没有打开')} error={error} /> : null}
      {data ? (
        <Stack>
          <p className="ql-quiet">{[data.club, data.publishedAt ? formatDatetime(data.publishedAt) : null].filter(Boolean).join(' · ')}</p>
          <RichText html={data.content} />
        </Stack>
      ) : error ? null : (
        <Bars lines={6} />
      )}
    </Page>
  )
}
export const about: PageFile['about'] = () => ({
  use: t('学校和你加入的校友会发给你的通知。'),
  who: t('校友。同意联系的，发布时还会收到消息。'),
  first: t('先看未读的；置顶的在最上面。'),
})

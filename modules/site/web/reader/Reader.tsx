import { Link, useSearchParams } from 'react-router'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { FileLink } from '#web/files/FileLink.tsx'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { useRead } from '#web/records/useRead.ts'
import { RichText } from '#web/rich/RichText.tsx'
import { formatDatetime } from '#web/values/format.ts'
import { myContent, readContent } from '../../model/reader.ts'

/** Notices of the school for the reader, and one of them where the address names it. */
export function Reader() {
  const [search] = useSearchParams()
  const id = search.get('id')
  return id ? <One id={id} /> : <All />
}
function All() {
  const read = useRead(myContent, {})
  return (
    <Loaded of={read} empty={data => data.length === 0 && t('现在没有公告')}>
      {data => (
        <Stack gap={2}>
          {data.map(item => (
            <Sheet key={item.id} label={item.title}>
              <Link to={`?id=${item.id}`}>{item.isPinned ? `${t('【置顶】')}${item.title}` : item.title}</Link>
              <p className="ql-quiet">{[item.channel, item.department, formatDatetime(item.publishAt)].join(' · ')}</p>
              {item.summary ? <p>{item.summary}</p> : null}
            </Sheet>
          ))}
        </Stack>
      )}
    </Loaded>
  )
}
function One({ id }: { id: string }) {
  const read = useRead(readContent, { id })
  return (
    <Loaded of={read}>
      {item => (
        <Sheet title={item.title}>
          <p className="ql-quiet">{[item.department, item.contact, formatDatetime(item.publishAt)].filter(Boolean).join(' · ')}</p>
          <RichText html={item.body} />
          <Row>
            {item.attachments.map(
              file =>
                file && (
                  <FileLink key={file.id} id={file.id}>
                    {file.name}
                  </FileLink>
                ),
            )}
          </Row>
          <p>
            <Link to="?">{t('全部公告')}</Link>
          </p>
        </Sheet>
      )}
    </Loaded>
  )
}

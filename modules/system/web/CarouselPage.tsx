import { pictureLink } from '#web/files/links.ts'
import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { carousel } from '../model/carousel.ts'
import { audienceInput } from './AudienceInput.tsx'
import style from './system.module.css'

const isOpen = (place: unknown): boolean => place !== 'desktop' && place !== 'mobile'
export default function CarouselPage() {
  return (
    <EntityTable
      of={carousel}
      columns={[
        {
          key: 'image',
          width: 150,
          render: row => (row.image?.[0] ? <img className={style.picture} src={pictureLink(row.image[0], 200)} alt={row.title} loading="lazy" /> : null),
        },
        { key: 'title', width: 220, align: 'left' },
        'place',
        'beginAt',
        'endAt',
        'sort',
        'isEnabled',
        { key: 'lang', hidden: true },
        { key: 'link', hidden: true },
      ]}
      filters={['place', 'isEnabled', 'lang']}
      form={{
        size: 720,
        layout: [
          { title: '图片', note: t('电脑 1920×600，手机 750×320'), fields: ['image', 'title', 'link'] },
          { title: '显示', fields: ['place', 'lang', 'beginAt', 'endAt', 'sort', 'isEnabled'] },
          {
            title: '谁可以看',
            fields: [
              {
                field: 'audience',
                help: t('不选则所有登录的人都能看到'),
                when: values => !isOpen(values.place),
                render: audienceInput('system:carousel:add', { isLive: true }),
              },
            ],
          },
        ],
      }}
    />
  )
}

import type { DemoContent } from './demo-content.js';

export const graceEvents: DemoContent['events'] = [
  {
    title: 'Thanksgiving supper',
    description:
      'Turkey from the kitchen, everything else from you. Bring a dish and somebody who ' +
      'would eat alone.',
    inDays: 4,
    time: '18:00',
    location: 'Riverfront Hotel, ballroom B',
    isHighlighted: true,
    durationMinutes: 150,
  },
  {
    title: 'Choir practice',
    description: 'We learn the carols. Sopranos and people who only hum are welcome.',
    inDays: -60,
    time: '19:00',
    location: 'Room 214',
    recurrence: 'FREQ=WEEKLY;BYDAY=TU',
    durationMinutes: 90,
  },
  {
    title: 'Brothers’ breakfast',
    description: 'Eggs, coffee and an honest hour among men. No preparation needed.',
    inDays: -90,
    time: '08:00',
    location: 'Diner on Broad Street',
    recurrence: 'FREQ=MONTHLY;BYDAY=2SA',
  },
  {
    title: 'Winter coats: sorting day',
    description:
      'We sort and label the coats for the county shelter. Strong arms and tidy minds wanted.',
    inDays: 12,
    time: '10:00',
    location: 'Storage hall, Reynolds Street',
    durationMinutes: 180,
  },
  {
    title: 'Carols by the river',
    description: 'An hour of singing outdoors with cider. The children’s choir opens.',
    inDays: 27,
    time: '17:30',
    location: 'Riverwalk amphitheater',
    isHighlighted: true,
    durationMinutes: 75,
  },
  {
    title: 'New members’ lunch',
    description: 'For everybody who came this fall: meet the elders, ask anything, eat well.',
    inDays: -8,
    time: '12:30',
    location: 'Riverfront Hotel, restaurant',
  },
  {
    title: 'Autumn retreat',
    description: 'Two days by the lake on the Sermon on the Mount, with long walks.',
    inDays: -36,
    time: '15:00',
    location: 'Lake Thurmond camp',
    durationMinutes: 2880,
  },
  {
    title: 'Picnic on the green',
    description: 'Games, grills and the long table. It did not rain.',
    inDays: -75,
    time: '11:00',
    location: 'Pendleton King Park',
    durationMinutes: 240,
  },
  {
    title: 'Baptism Sunday',
    description:
      'Four people were baptized in the river. Thank you to everybody who carried towels.',
    inDays: -120,
    time: '09:30',
    location: 'Savannah River, boat landing',
  },
];

export const graceAnnouncements: DemoContent['announcements'] = [
  {
    title: 'Parking on Sunday',
    content:
      'The front lot is closed for repairs. Please use the **garage on 9th Street**; the ' +
      'first two hours are free.',
    priority: 'high',
    inDays: 9,
  },
  {
    title: 'Coats by December 5',
    content:
      'We have 140 of 200 coats.\n- children’s sizes most of all\n- clean, with working ' +
      'zippers\n- boxes stand at the door',
    priority: 'normal',
    inDays: 13,
  },
  {
    title: 'The office is closed on Friday',
    content: 'After Thanksgiving Ruth and Esther take a day off. Urgent matters: call the pastor.',
    priority: 'low',
    inDays: 6,
  },
];

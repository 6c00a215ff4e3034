/** A ticket of a demo church. All texts were written for the demo, and the people are invented. */
export interface DemoTicket {
  /** the part of the creator's address before the `@` */
  from: string;
  subject: string;
  description: string;
  priority?: 'low' | 'medium' | 'high' | 'urgent';
  category?: 'technical' | 'billing' | 'feature_request' | 'bug_report' | 'general';
  /** whether it is a ticket to the platform */
  isExternal?: true;
  /** the ticket is about the creator's last donation to this campaign */
  giftTo?: string;
  /** how many hours before the demo was created the ticket was opened */
  hoursAgo: number;
  /** the messages in their order; `after` is the number of hours after the ticket was opened */
  messages: { author: string; after: number; message: string; isNote?: true }[];
  /** a change of the ticket; `after` as in `messages` */
  change?: {
    author: string;
    after: number;
    status?: 'in_progress' | 'resolved' | 'closed';
    assignedTo?: string;
  };
}

const days = 24;

export const graceTickets: DemoTicket[] = [
  {
    from: 'secretary',
    subject: 'Names on the mailing labels',
    category: 'general',
    priority: 'low',
    hoursAgo: 33 * days,
    description:
      'The labels for the fall letter cut long names off after the second word. Mrs. ' +
      'Fitzgerald laughed about it, but I would rather have her whole.',
    messages: [
      {
        author: 'support',
        after: 5,
        message:
          'I set the labels to two lines. Would you print one page and hold it against the light?',
      },
      { author: 'secretary', after: 26, message: 'They fit, even Katherine’s. Thank you, Daniel!' },
    ],
    change: { author: 'secretary', after: 26.2, status: 'closed' },
  },
  {
    from: 'member',
    subject: 'A bulletin in large print',
    category: 'feature_request',
    hoursAgo: 20 * days,
    description:
      'My mother follows the service with her finger, and the small print tires her. Could a ' +
      'few bulletins be printed larger?\n\nShe would not ask herself.',
    messages: [
      {
        author: 'support',
        after: 20,
        message:
          'Gladly. Esther prints ten in large type from now on. They lie on the welcome ' +
          'table, on the left, and nobody has to ask for one.',
      },
      { author: 'member', after: 140, message: 'She sang every verse today. Thank you both.' },
      { author: 'support', after: 141, message: 'That made our week. Greet her from us!' },
    ],
    change: { author: 'support', after: 141.1, status: 'resolved', assignedTo: 'support' },
  },
  {
    from: 'member',
    subject: 'My gift for the coats',
    giftTo: 'General Fund',
    hoursAgo: 9 * days,
    description:
      'This one stands under General Fund. I meant it for the winter coats; I may have ' +
      'forgotten to write it. Is it too late to move it?',
    messages: [
      {
        author: 'secretary',
        after: 16,
        message:
          'Not at all, Hannah. I move it this week when I close the books, and you will see ' +
          'it in your history with the change beside it. The coats thank you.',
      },
    ],
  },
  {
    from: 'katherine.oyelaran',
    subject: 'Gluten-free bread for communion',
    hoursAgo: 6 * days,
    description:
      'Two children in my group cannot eat wheat, and they stay in their seats when we go ' +
      'forward. May I bring a loaf that they can share?',
    messages: [
      {
        author: 'admin',
        after: 3,
        isNote: true,
        message:
          '@Daniel Reyes please ask Samuel before you say yes: it needs a plate of its own, ' +
          'and somebody who knows which one it is.',
      },
      {
        author: 'support',
        after: 22,
        message:
          'What a good thought, Katherine. Pastor Samuel would like to have it on the table ' +
          'for everybody who needs it. He calls you before Sunday about the plate.',
      },
    ],
  },
  {
    from: 'admin',
    subject: 'Our tax number on the invoice',
    category: 'billing',
    isExternal: true,
    hoursAgo: 4 * days,
    description:
      'Our auditor asks for the church’s tax number on each invoice of the subscription. ' +
      'Where do we enter it, and can last month’s be written again?',
    messages: [],
  },
  {
    from: 'member',
    subject: 'Sermons stop halfway on my phone',
    category: 'technical',
    hoursAgo: 3 * days,
    description:
      'I listen on my way to work. Since last week they stop after about ten minutes and ' +
      'start over. On the laptop at home they play to the end.',
    messages: [
      {
        author: 'support',
        after: 2,
        message:
          'Thank you for telling us. Does it happen at home on Wi-Fi, too, with the same phone?',
      },
      {
        author: 'member',
        after: 49,
        message: 'No, at home it plays well. It stops where the bus goes under the railroad.',
      },
    ],
    change: { author: 'support', after: 2.1, status: 'in_progress', assignedTo: 'support' },
  },
  {
    from: 'pastor',
    subject: 'The lectern microphone crackles',
    category: 'technical',
    priority: 'high',
    hoursAgo: 2 * days,
    description:
      'It crackles whenever I turn a page. Last Sunday I turned none, and preached from ' +
      'memory; nobody should have to hear that twice.',
    messages: [],
    change: { author: 'admin', after: 1, assignedTo: 'admin' },
  },
  {
    from: 'isabel.santos',
    subject: 'No heating in the children’s room',
    category: 'technical',
    priority: 'urgent',
    hoursAgo: 5,
    description:
      'Room 214 has been cold since this morning and the hotel does not pick up. We have ' +
      'eleven children tonight. Whom can I call?',
    messages: [],
  },
];

export const hopeTickets: DemoTicket[] = [
  {
    from: 'member',
    subject: 'A ladder for the roof work day',
    hoursAgo: 30,
    description:
      'I can bring the long ladder, but it needs a truck. Is anybody driving in from the ' +
      'west side?',
    messages: [
      {
        author: 'admin',
        after: 4,
        message:
          'Paula has her brother’s truck that day. I told her to expect you, and she says ' +
          'there will be chili.',
      },
    ],
  },
];

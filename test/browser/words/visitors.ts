import { broken, click, fill, mended, type Row } from './say.js';

/** The texts of the pages for visitors, pending users and suspended users. */
export const visitors: Row[] = [
  {
    screen: '/',
    says: [
      'Members Portal',
      'Sign In',
      'Sign in to access our community resources, sermon archives, and donation tracking.',
      'New to the ministry? Sign up to join our community.',
      'Access Bible study resources, sermon archives, and contribute to our mission.',
    ],
  },
  { screen: '/sign-in', says: ['Sign In', 'Email', 'Password', 'Forgot'] },
  {
    screen: '/',
    as: 'pending@grace.test',
    says: ['Your account is awaiting approval', '1-2 business days', 'Sign Out'],
  },
  { screen: '/', as: 'suspended@grace.test', says: ['Account Suspended', 'temporary', 'Sign Out'] },
  {
    screen: '/signup',
    says: [
      'Church Registration',
      'Start Free Trial',
      '15 days',
      'View Pricing',
      'Pricing',
      'Contact',
      'Questions?',
    ],
  },
  {
    acts: [
      fill('Organization name', 'X'),
      fill('Contact name', 'Y'),
      fill('Email', 'nobody'),
      fill('Custom domain', 'x'),
      click('Start Free Trial'),
    ],
    says: [
      'Organization name must be at least 2 characters',
      'Contact name must be at least 2 characters',
      'Please enter a valid email address',
      'Domain must be at least 3 characters',
      '1-50',
      '51-100',
      '101-300',
      '301-1000',
      '1000+',
    ],
  },
  {
    acts: [fill('Custom domain', 'portal'), click('Start Free Trial')],
    says: ['Please enter a valid domain name'],
  },
  {
    acts: [
      broken('/api/organizations/signup'),
      fill('Organization name', 'Church of the Words'),
      fill('Contact name', 'Yael Stone'),
      fill('Email', 'yael@words.test'),
      fill('Custom domain', 'portal.words.test'),
      click('Start Free Trial'),
    ],
    says: ['Registration Failed', 'Something went wrong. Please try again.'],
  },
  {
    acts: [mended('/api/organizations/signup'), click('Start Free Trial')],
    says: [
      'Registration Successful!',
      'Welcome to Church Connect! Check your email for DNS setup instructions.',
      '15-Day Free Trial Active',
      'Check your email',
      'Complete the setup',
      'Add team members',
      'Add content',
      "Your portal's address",
      'church-of-the-words.localhost',
      'Good to begin with',
      'Need help?',
    ],
  },
  // The page leads a visitor to the registration of churches.
  { screen: '/subscribe', says: ['Church Registration'] },
];
